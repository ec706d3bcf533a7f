import { valueAt } from "@model-access/contract";
import { ruleOnExchanges } from "../../checks/define-rule.js";
import { internalsIn } from "../../checks/internals.js";
import type { Exchange } from "../../exchange.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf, textOf } from "../../wire/wire.js";

/** A shorter one may stand anywhere by chance. */
const shortestKey = 8;

/** What all answers of the run show or hide. */
export const serviceErrorRules: Rule[] = [
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
    sentence: "What errors say shows nothing of how the server works inside.",
    requirements: ["R2.14"],
    provenance: "inferred",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) =>
      onFirst(
        all,
        (exchange) => shownIn(exchange) !== undefined,
        (exchange) => `The error that answers ${exchange.plan.says} shows ${shownIn(exchange)}.`,
      ),
  }),
];

export function onFirst(
  all: Exchange[],
  isWrong: (exchange: Exchange) => boolean,
  says: (exchange: Exchange) => string,
): Verdict {
  const exchange = all.find(isWrong);
  return exchange === undefined ? pass : broken({ message: says(exchange), exchange });
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

/** What an error shows, the first and the last of those that a call got, and the one that ended a stream. */
function shownIn(exchange: Exchange): string | undefined {
  const errors = [...exchange.earlier, exchange.reply].filter((reply) => (reply?.status ?? 0) >= 400);
  const texts = errors.map((reply) => (reply === undefined ? "" : textOf(reply)));
  const streamed = exchange.plan.isStreamed === true ? exchange.stream().errorData : undefined;
  return [...texts, streamed ?? ""].map(internalsIn).find((shown) => shown !== undefined);
}
