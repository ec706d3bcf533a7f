import type { Exchange } from "./admin.js";
import { element } from "./element.js";

/** Returns the remarks on the client and the answer, each in words and with its own sign. */
export function remarks({ notes }: Pick<Exchange, "notes">): HTMLElement[] {
  return [
    ...notes.verdicts.map(({ isGood, says }) =>
      remark(isGood ? { tone: "good", sign: "✓", name: "Good" } : { tone: "bad", sign: "✗", name: "Wrong" }, says),
    ),
    ...notes.faults.map((fault) => remark({ tone: "refused", sign: "⚡", name: "Fault" }, `Fault ${fault}`)),
    ...notes.notices.map((notice) => remark({ tone: "plain", sign: "i", name: "Notice" }, notice)),
  ];
}

function remark({ tone, sign, name }: { tone: string; sign: string; name: string }, text: string): HTMLElement {
  return element(
    "span",
    { class: `remark ${tone}` },
    element("span", { class: "sign", "aria-hidden": "true" }, sign),
    element("span", { class: "unseen" }, `${name}: `),
    text,
  );
}
