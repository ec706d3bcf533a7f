import { story } from "../../story.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { first, settled, whole } from "./readings.js";

/** An account is told as it is now, and to one caller. */
export const cachingRule = story("account", { requirements: ["R4.3", "R4.4"], provenance: "inferred" }).rule(
  "not-cached",
  "no cache answers for balance or history, and no shared cache may keep them",
  {
    topic: "security",
    level: "should",
    reads: [first.balance, settled.balance, first.history, whole.history],
    takesMissing: true,
    after: "alive",
  },
  (...read) => {
    const signs = read.flatMap((exchange) => {
      const actual = exchange?.reply && cacheSignIn(exchange.reply);
      return exchange === undefined || actual === undefined ? [] : [{ exchange, actual }];
    });
    const [sign] = signs;
    const message = `The answer to ${sign?.exchange.plan.says} has the header ${sign?.actual}: a cache stands in front of the account. Exclude these paths from it.`;
    return sign && { message, ...sign };
  },
);

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
