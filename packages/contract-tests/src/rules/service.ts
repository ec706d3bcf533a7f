import { valueAt } from "@model-access/contract";
import { isLoopback } from "../base-url.js";
import type { Exchange } from "../exchange.js";
import { statedLimit } from "../exchanges/burst.js";
import { serviceExchanges } from "../exchanges/service.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { headerOf, jsonOf, textOf, type WireReply } from "../wire/wire.js";
import { answersRule } from "./answers.js";
import { isUndecided, judgeMediaType } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { ownAccountRule } from "./own-account.js";
import { planned } from "./planned.js";
import { refusedForGoodRule } from "./refused-for-good.js";
import { ruleOn } from "./rule-on.js";
import { wholeHistoryRules } from "./whole-history.js";
import { steadyBalanceRule, wholeRunRule } from "./whole-run.js";

const plan = planned(serviceExchanges);

/** Lines of stack traces, and files of a server. */
const internals =
  /\n\s+at .+:\d+:\d+|Traceback \(most recent call last\)|\/node_modules\/|File "\/.+", line \d+|\.go:\d+ \+0x/;

/** A shorter one may stand anywhere by chance. */
const shortestKey = 8;

export const serviceRules: Rule[] = [
  {
    id: "service/https",
    sentence: "The service is reached by HTTPS.",
    requirements: ["R1.15"],
    provenance: "stated",
    // The address is the caller's choice: plain HTTP to it says little of what the service's users do.
    level: "note",
    exchanges: ["models/list"],
    judge: ([list]) => {
      const address = list?.request.url ?? "";
      if (address.startsWith("https:")) return pass;
      if (isLoopback(address))
        return { outcome: "skip", reason: "A loopback address needs no HTTPS.", needs: "an https address" };
      return broken({
        message: "The base URL is plain HTTP; every request has to use HTTPS.",
        expected: "https",
        actual: "http",
      });
    },
  },
  wholeRunRule,
  steadyBalanceRule,
  ...wholeHistoryRules,
  ownAccountRule,
  ruleOn(plan("service/unknown-path"), {
    sentence: "a path that there is not is answered with 404",
    requirements: ["R7.1"],
    provenance: "stated",
    judge: ({ reply }) => {
      if (reply === undefined || isUndecided(reply.status)) return unanswered(reply);
      if (reply.status === 404) return pass;
      return broken({
        message: `A path that there is not was answered with ${reply.status}; expected 404.`,
        expected: "404",
        actual: String(reply.status),
        // A gateway that asks for more before it looks at the path does no harm.
        ...(reply.status >= 400 && reply.status < 500 && { provenance: "inferred" as const }),
      });
    },
  }),
  {
    ...ruleOn(plan("service/unknown-path"), {
      name: "media-type",
      sentence: "a path that there is not is answered with JSON",
      requirements: ["R2.14", "R7.1"],
      // What stands before a service may not know its form of errors.
      provenance: "inferred",
      judge: (exchange) => judgeMediaType(exchange, "application/json"),
    }),
    after: ["service/unknown-path", "models/list/media-type"],
  },
  noSuccess(
    "service/wrong-method",
    "a wrong method is refused and breaks nothing",
    (status) => status >= 400 && status < 500,
  ),
  {
    ...ruleOn(plan("service/wrong-method"), {
      name: "media-type",
      sentence: "a wrong method is refused with JSON",
      requirements: ["R2.14", "R7.1"],
      // What stands before a service may not know its form of errors.
      provenance: "inferred",
      judge: (exchange) => judgeMediaType(exchange, "application/json"),
    }),
    after: ["service/wrong-method", "models/list/media-type"],
  },
  noSuccess("service/head", "HEAD breaks nothing", (status) => status < 500 || status === 501),
  noSuccess("service/options", "OPTIONS breaks nothing", (status) => status < 500 || status === 501),
  answersRule,
  refusedForGoodRule,
  ruleOnExchanges({
    id: "service/key-not-echoed",
    sentence: "No answer carries the key that it was asked with.",
    requirements: ["R5.1"],
    provenance: "inferred",
    level: "should",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) => judgeEcho(all),
  }),
  ruleOnExchanges({
    id: "service/messages",
    sentence: "What errors say is for people to read.",
    requirements: ["R2.14"],
    provenance: "stated",
    level: "should",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) =>
      onFirst(
        all,
        saysNothing,
        (exchange) => `The error that answers ${exchange.plan.says} says nothing that a person could read.`,
      ),
  }),
  ruleOnExchanges({
    id: "service/no-internals",
    sentence: "What errors say shows no stack trace of the server.",
    requirements: ["R2.14"],
    provenance: "inferred",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) =>
      onFirst(all, showsInternals, (exchange) => `The error that answers ${exchange.plan.says} shows a stack trace.`),
  }),
  ruleOnExchanges({
    id: "service/limit-not-early",
    sentence: `A key is not refused for its rate before it made ${statedLimit} requests in a minute.`,
    requirements: ["R8.1"],
    provenance: "stated",
    // Others may use the key at the same time.
    level: "note",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (find, all) => judgeEarlyLimit(all, find("models/list")),
  }),
  ruleOnExchanges({
    id: "service/rate-headers",
    sentence: "Where headers tell the rate limit, no more requests remain than it allows.",
    requirements: ["R8.1"],
    provenance: "observed",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) =>
      onFirst(
        all,
        hasMoreThanAll,
        (exchange) => `After ${exchange.plan.says}, more requests remain than the limit allows.`,
      ),
  }),
];

function noSuccess(id: string, sentence: string, isRight: (status: number) => boolean): Rule {
  return ruleOn(plan(id), {
    sentence,
    requirements: ["R7.1"],
    provenance: "inferred",
    judge: ({ reply, plan: { says } }) => {
      if (reply === undefined || isUndecided(reply.status)) return unanswered(reply);
      return isRight(reply.status)
        ? pass
        : broken({ message: `${says} was answered with ${reply.status}.`, actual: String(reply.status) });
    },
  });
}

function unanswered(reply: WireReply | undefined): Verdict {
  return {
    outcome: "disturbed",
    reason: reply === undefined ? "No answer came." : `It was answered with ${reply.status}.`,
  };
}

function onFirst(
  all: Exchange[],
  isWrong: (exchange: Exchange) => boolean,
  says: (exchange: Exchange) => string,
): Verdict {
  const exchange = all.find(isWrong);
  return exchange === undefined ? pass : broken({ message: says(exchange), exchange });
}

/** A run makes fewer than the stated limit, but for a burst. */
function judgeEarlyLimit(all: Exchange[], list: Exchange | undefined): Verdict {
  const own = list?.request.headers.authorization;
  const early = all.filter(
    ({ plan: { allow }, request, reply }) =>
      allow !== "burst" && request.headers.authorization === own && reply?.status === 429,
  );
  if (early[0] === undefined || all.some(({ plan: { allow } }) => allow === "burst")) return pass;
  const count = all.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
  return broken({
    message: `${early.length} of about ${count} calls were refused for their rate, the first of them ${early[0].plan.says}. A key may make ${statedLimit} requests a minute, unless others use it at the same time.`,
    expected: `${statedLimit} requests a minute`,
    actual: "429",
    exchange: early[0],
  });
}

/** A key that such answers have for requests without it, too, is no echo: a test deployment may name its keys in a 401. */
function judgeEcho(all: Exchange[]): Verdict {
  const isEcho = (exchange: Exchange) => {
    const key = keySentIn(exchange);
    return (
      key !== undefined &&
      carries(exchange, key) &&
      !(
        (exchange.reply?.status ?? 0) >= 400 &&
        all.some(
          (other) => other.reply?.status === exchange.reply?.status && keySentIn(other) !== key && carries(other, key),
        )
      )
    );
  };
  return onFirst(all, isEcho, (exchange) => `The answer to ${exchange.plan.says} carries the key.`);
}

function keySentIn({ request }: Exchange): string | undefined {
  const sent = request.headers["x-api-key"] ?? request.headers.authorization?.replace(/^\S+ /, "") ?? "";
  return sent.length < shortestKey ? undefined : sent;
}

function carries({ reply }: Exchange, key: string): boolean {
  return (
    reply !== undefined &&
    [textOf(reply), ...reply.rawHeaders.map(([, value]) => value)].some(
      (text) => text.includes(key) || text.includes(Buffer.from(key).toString("base64")),
    )
  );
}

function errorMessageOf({ reply }: Exchange): unknown {
  return reply === undefined || reply.status < 400 ? undefined : valueAt(jsonOf(reply)?.value, "/error/message");
}

function saysNothing(exchange: Exchange): boolean {
  const message = errorMessageOf(exchange);
  if (typeof message !== "string") return false;
  const body = exchange.reply && jsonOf(exchange.reply)?.value;
  const names = ["/error/code", "/error/type"].map((pointer) => valueAt(body, pointer));
  const said = message.trim();
  return (
    said === "" || /^\[object \w+\]$|^(undefined|null)$/.test(said) || (said.includes("_") && names.includes(said))
  );
}

function showsInternals(exchange: Exchange): boolean {
  return (
    (exchange.reply?.status ?? 0) >= 400 &&
    internals.test(textOf(exchange.reply as NonNullable<Exchange["reply"]>).replaceAll("\\n", "\n"))
  ); // 400 is of a reply
}

function hasMoreThanAll({ reply }: Exchange): boolean {
  if (reply === undefined) return false;
  const [limit, remaining] = ["limit", "remaining"].map((name) =>
    Number(headerOf(reply, `x-ratelimit-${name}-requests`) ?? Number.NaN),
  );
  return (remaining ?? 0) > (limit ?? 0);
}
