import type { Report } from "./report.js";

/** Rules that are judged as soon as anything of the API answers. */
const signsOfLife = [
  "models/list/usable",
  "account/current-balance/schema",
  "account/balance/schema",
  "chat/reply/text",
  "chat/refused/wrong-key",
];

/** True where all of the API's first calls were answered as by something else, so that it is rather the address that is wrong. */
export function isAddressDoubted({ rules }: Report): boolean {
  const signs = rules.filter(({ id }) => signsOfLife.includes(id));
  return (
    signs.length === signsOfLife.length &&
    signs.every(
      ({ id, outcome }) => ["blocked", "skip"].includes(outcome) || (id === signsOfLife.at(-1) && outcome === "fail"),
    )
  );
}
