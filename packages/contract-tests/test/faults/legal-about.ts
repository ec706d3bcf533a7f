import { named } from "./fault.ts";

/** The variants of chat, models and account alone. */
const small = new Set([
  "finish-reason",
  "chat-extras",
  "dated-model",
  "reasoning",
  "several-lines",
  "role-everywhere",
  "stream-options-refused",
  "custom-refused",
  "numbers-in-quotes",
  "prices-missing",
  "prices-usd",
  "shuffled",
  "slow-costs",
  "no-pages",
  "always-json-404",
]);

/** A variant by its name, at the deployment that it is about. */
export const about = (id: string, says: string) => ({
  ...named(`legal/${id}`, says, []),
  ...(small.has(id) && { from: "small" as const }),
});
