import { valueAt } from "@model-access/contract";
import { internalsIn } from "../../checks/internals.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { areaOf, broken, pass, type Rule, type Verdict } from "../../rule.js";
import { headerOf, textOf, type WireReply } from "../../wire/wire.js";
import { rulesOnAllCalls } from "./all-calls.js";

/** A shorter one may stand anywhere by chance. */
const shortestKey = 8;

const about = { requirements: ["R2.14"], provenance: "inferred", level: "should" } as const;

/** Rules on what all answers of the run show or hide. */
export const serviceErrorRules: Rule[] = rulesOnAllCalls(about, {
  "key-not-echoed": {
    topic: "security",
    sentence: "no answer contains the key of its request",
    requirements: ["R5.1"],
    judge: judgeEcho,
  },
  messages: {
    topic: "errors",
    sentence: "error messages are written for people",
    provenance: "stated",
    find: (exchange) =>
      saysNothing(exchange) && {
        message: `The error that answers ${exchange.plan.says} says nothing that a person could read.`,
      },
  },
  // What is tried again unchanged fails again, and costs the client time.
  "retry-transient": {
    sentence: "no refusal that stays asks to be tried again",
    requirements: ["R7.10"],
    find: ({ attempts = [], plan }) => {
      const [refusal] = attempts.flatMap((reply) => retryAskedBy(reply) ?? []);
      if (refusal === undefined) return undefined;
      const { status, actual } = refusal;
      const message = `${plan.says} was refused with ${status} and the header ${actual}; only 429, 500 and 503 are to be tried again.`;
      return { message, actual };
    },
  },
  "refusals-not-shared": {
    topic: "errors",
    sentence: "no shared cache may keep a refusal, or a reply that was paid for",
    requirements: ["R5.1", "R5.3"],
    find: ({ reply, plan }) => {
      const actual = (reply && headerOf(reply, "cache-control")) ?? "";
      const isOfOne = plan.operationId !== "listModels" || (reply?.status ?? 0) >= 400;
      if (!isOfOne || areaOf(plan.id) === "account" || !/\bpublic\b|\bs-maxage=[1-9]/i.test(actual)) return undefined;
      const message = `The answer to ${plan.says} has the header cache-control: ${actual}, by which anybody may get it.`;
      return { message, actual };
    },
  },
  "no-internals": {
    topic: "security",
    sentence: "error messages show no internals of the server",
    find: (exchange) => {
      const shown = shownIn(exchange);
      return shown !== undefined && { message: `The error that answers ${exchange.plan.says} shows ${shown}.` };
    },
  },
});

/** A key that such answers have for requests without it, too, is no echo: a test deployment may name its keys in a 401. */
function judgeEcho(all: Exchange[]): Verdict {
  const exchange = all.find((each) => {
    const key = keySentIn(each);
    if (key === undefined || !carries(each, key)) return false;
    const status = each.reply?.status ?? 0;
    const isAlike = (other: Exchange) =>
      other.reply?.status === status && keySentIn(other) !== key && carries(other, key);
    return status < 400 || !all.some(isAlike);
  });
  if (exchange === undefined) return pass;
  return broken({ message: `The answer to ${exchange.plan.says} carries the key.`, exchange });
}

function keySentIn({ request }: Exchange): string | undefined {
  const sent = request.headers["x-api-key"] ?? request.headers.authorization?.replace(/^\S+ /, "") ?? "";
  return sent.length < shortestKey ? undefined : sent;
}

function carries({ reply }: Exchange, key: string): boolean {
  if (reply === undefined) return false;
  const texts = [textOf(reply), ...reply.rawHeaders.map(([, value]) => value)];
  const shown = key.toLowerCase();
  const forms = [shown.slice(0, Math.ceil(shareShown * shown.length)), [...shown].reverse().join("")];
  return texts.flatMap(readingsOf).some((text) => forms.some((form) => text.includes(form)));
}

/** A key is known to whoever has so much of it. */
const shareShown = 0.8;

/** Reads a text as it is, without its blanks, or decoded; in small letters. */
function readingsOf(text: string): string[] {
  const runs = text.match(/[\w+/-]{16,}/g) ?? [];
  const decoded = runs.flatMap((run) =>
    (/^[\da-f]+$/i.test(run) ? (["hex", "base64"] as const) : (["base64"] as const)).map((code) =>
      Buffer.from(run, code).toString("latin1"),
    ),
  );
  const unescaped = text.replaceAll(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return [text.replaceAll(/\s+/g, ""), unescaped, ...decoded].map((each) => each.toLowerCase());
}

/** A refusal for good that asks to be tried again, and its header. */
function retryAskedBy(reply: WireReply): { status: number; actual: string } | undefined {
  if (![400, 401, 402, 403, 404].includes(reply.status)) return undefined;
  const headers = { "retry-after": /./, "x-should-retry": /^true$/i };
  const [name] = Object.entries(headers).find(([each, asks]) => asks.test(headerOf(reply, each) ?? "")) ?? [];
  return name === undefined ? undefined : { status: reply.status, actual: `${name}: ${headerOf(reply, name)}` };
}

function saysNothing({ reply }: Exchange): boolean {
  if (reply === undefined || reply.status < 400) return false;
  const [message, code, type] = ["message", "code", "type"].map((name) => valueAt(bodyOf(reply), `/error/${name}`));
  if (typeof message !== "string") return false;
  const said = message.trim();
  const isName = said.includes("_") && (said === code || said === type);
  return isName || /^(|\[object \w+\]|undefined|null)$/.test(said);
}

/** Finds internals in the errors that a call got, and in the one that ended its stream. */
function shownIn({ earlier, reply, plan, stream }: Exchange): string | undefined {
  const errors = [...earlier, reply].flatMap((each) => (each !== undefined && each.status >= 400 ? [each] : []));
  const texts = [...errors.map(textOf), (plan.isStreamed ? stream().errorData : undefined) ?? ""];
  return texts.map(internalsIn).find((shown) => shown !== undefined);
}
