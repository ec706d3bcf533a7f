import { rule } from "../../checks/define-rule.js";
import { broken, pass, type Rule } from "../../rule.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { first, settled, whole } from "./readings.js";

/** An account is told as it is now, and to one caller. */
export const cachingRule: Rule = rule("account", "not-cached", {
  topic: "security",
  sentence: "no cache answers for balance or history, and no shared cache may keep them",
  requirements: ["R4.3", "R4.4"],
  provenance: "inferred",
  level: "should",
  reads: [first.balance, settled.balance, first.history, whole.history],
  takesMissing: true,
  after: "alive",
  judge: (read) => {
    for (const exchange of read) {
      const sign = exchange.reply && cacheSignIn(exchange.reply);
      if (sign === undefined) continue;
      const message = `The answer to ${exchange.plan.says} has the header ${sign}: a cache stands in front of the account. Exclude these paths from it.`;
      return broken({ message, actual: sign, exchange });
    }
    return pass;
  },
});

/** A header by which a cache says that it answered, or is told that it may for everybody. */
function cacheSignIn(reply: WireReply): string | undefined {
  const age = headerOf(reply, "age");
  if (Number(age ?? 0) > 0) return `age: ${age}`;
  const hit = ["x-cache", "x-cache-status", "cf-cache-status", "x-proxy-cache", "x-varnish-cache", "cache-status"].find(
    (name) => /\bhit\b/i.test(headerOf(reply, name) ?? ""),
  );
  if (hit !== undefined) return `${hit}: ${headerOf(reply, hit)}`;
  const control = headerOf(reply, "cache-control") ?? "";
  const isShared = /\bpublic\b/i.test(control) || /s-maxage=[1-9]/i.test(control);
  return isShared ? `cache-control: ${control}` : undefined;
}
