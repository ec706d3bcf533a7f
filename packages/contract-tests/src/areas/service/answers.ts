import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { internalsIn, type Shown, secretsIn, secretsInJson, secretsUnder } from "../../checks/leaks.js";
import { bodyOf } from "../../checks/reply.js";
import { isLeftOpen } from "../../checks/stream.js";
import type { Exchange } from "../../exchange.js";
import type { StreamReading } from "../../reading/stream-reading.js";
import { areaOf } from "../../rule.js";
import { story } from "../../story.js";
import { readOnce } from "../../wire/read-once.js";
import { headerOf, mediaTypeOf, textOf, type WireReply } from "../../wire/wire.js";
import { inEach } from "./all-calls.js";

const told = story("service", { requirements: ["R6.1"], provenance: "inferred" });
const { all } = told;

export const answersTopic: Topic = told;

const mostNamed = 5;

// A call that is never answered, however often it is made, is no disturbance where others are answered (decision 0012).
all(
  "answers",
  "every request gets an answer in time, and a stream its end, at the second try if not at the first",
  { topic: "errors", requirements: ["R7.1"], level: "should" },
  (all) => {
    const silent = all.filter(({ failure, timeOuts }) => failure?.kind === "time-out" && timeOuts > 1);
    const [first] = silent;
    if (first === undefined || all.every(({ reply }) => reply === undefined)) return undefined;
    const named = silent.slice(0, mostNamed).map(({ plan }) => plan.says);
    const rest = silent.length > named.length ? [`and ${silent.length - named.length} more`] : [];
    const what = first.reply === undefined ? "No answer came" : "The answer came to no end";
    const message = `${what}, and none when asked again, to ${[...named, ...rest].join("; ")}. ${first.failure?.message ?? ""}`;
    return { message, expected: "an answer", exchange: first };
  },
);

const isEventStream = ({ reply }: Exchange) => reply !== undefined && mediaTypeOf(reply) === "text/event-stream";

// A client that reads to the end of the body waits as long as the server leaves it open.
all(
  "streams-closed",
  "the body of an event stream ends after its last event",
  { topic: "streams", provenance: "upstream" },
  inEach(
    (exchange) =>
      isEventStream(exchange) &&
      isLeftOpen(exchange) && {
        message: `The event stream that answers ${exchange.plan.says} was left open after its last event. ${exchange.failure?.message ?? ""}`,
        expected: "the end of the body",
      },
  ),
);

// Clients pass over a line of an unknown field: it does no harm, and nobody meant to send it.
all(
  "stream-fields",
  "event streams have no lines but comments and the fields event, data, id and retry",
  { topic: "streams" },
  inEach((exchange) => {
    if (exchange.reply === undefined || !isEventStream(exchange)) return undefined;
    const lines = textOf(exchange.reply).split(/\r\n|\n|\r/);
    const odd = lines.find((line) => line !== "" && !/^(event|data|id|retry)?(:|$)/.test(line))?.slice(0, 80);
    const message = `The event stream that answers ${exchange.plan.says} has a line that is no field of an event: ${JSON.stringify(odd)}.`;
    return odd !== undefined && { message, actual: odd };
  }),
);

/** So many refusals of requests to the same operation are no chance. */
const leastTimes = 3;

// A 503 asks to try again (R7.10), and is judged nowhere else.
all(
  "refused-for-good",
  "an invalid request is not answered with 503 each time while valid ones are answered",
  { topic: "errors", requirements: ["R7.1", "R7.10"], provenance: "stated", level: "should" },
  (all) => {
    const is503 = (reply: { status: number } | undefined) => reply?.status === 503;
    const isBusy = all.some(({ plan, reply, earlier }) => plan.isValid && [...earlier, reply].some(is503));
    const refused = all.filter(
      ({ plan, attempts = [], reply, earlier }) => !plan.isValid && [...attempts, ...earlier, reply].every(is503),
    );
    const alike = ({ plan }: Exchange) => refused.filter((each) => each.plan.operationId === plan.operationId);
    const countOf = (exchange: Exchange) =>
      alike(exchange).reduce((sum, { attempts, earlier }) => sum + (attempts?.length ?? 1 + earlier.length), 0);
    const first = refused.find((each) => alike(each).length > 1 && countOf(each) >= leastTimes);
    if (first === undefined || isBusy) return undefined;
    const message = `${first.plan.says} and all like it were answered with 503, ${countOf(first)} times, and no valid call was.`;
    return { message, expected: 400, actual: 503, exchange: first };
  },
);

// A key that such answers have for requests without it, too, is no echo: a test deployment may name its keys in a 401.
all(
  "key-not-echoed",
  "no answer contains the key of its request",
  { topic: "security", requirements: ["R5.1"], level: "should" },
  inEach((exchange, all) => {
    const key = keySentIn(exchange);
    if (key === undefined || !carries(exchange, key)) return undefined;
    const status = exchange.reply?.status ?? 0;
    const isAlike = (other: Exchange) =>
      other.reply?.status === status && keySentIn(other) !== key && carries(other, key);
    return (status < 400 || !all.some(isAlike)) && { message: `The answer to ${exchange.plan.says} carries the key.` };
  }),
);

all(
  "messages",
  "error messages are written for people",
  { topic: "errors", requirements: ["R2.14"], provenance: "stated", level: "should" },
  inEach(({ reply, plan }) => {
    const [message, ...names] = ["message", "code", "type"].map((name) => valueAt(bodyOf(reply), `/error/${name}`));
    if (reply === undefined || reply.status < 400 || typeof message !== "string") return undefined;
    const said = message.trim();
    const saysNothing = /^(|\[object \w+\]|undefined|null)$/.test(said) || (said.includes("_") && names.includes(said));
    return saysNothing && { message: `The error that answers ${plan.says} says nothing that a person could read.` };
  }),
);

// What is tried again unchanged fails again, and costs the client time.
all(
  "retry-transient",
  "no refusal that stays asks to be tried again",
  { requirements: ["R7.10"], level: "should" },
  inEach(({ attempts = [], plan }) => {
    const asking = { "retry-after": /./, "x-should-retry": /^true$/i };
    for (const reply of attempts.filter(({ status }) => [400, 401, 402, 403, 404].includes(status))) {
      const [name] = Object.entries(asking).find(([each, asks]) => asks.test(headerOf(reply, each) ?? "")) ?? [];
      if (name === undefined) continue;
      const actual = `${name}: ${headerOf(reply, name)}`;
      const message = `${plan.says} was refused with ${reply.status} and the header ${actual}; only 429, 500 and 503 are to be tried again.`;
      return { message, actual };
    }
    return undefined;
  }),
);

all(
  "refusals-not-shared",
  "no shared cache may keep a refusal, or a reply that was paid for",
  { topic: "errors", requirements: ["R5.1", "R5.3"], level: "should" },
  inEach(({ reply, plan }) => {
    const actual = (reply && headerOf(reply, "cache-control")) ?? "";
    const isOfOne = plan.operationId !== "listModels" || (reply?.status ?? 0) >= 400;
    const message = `The answer to ${plan.says} has the header cache-control: ${actual}, by which anybody may get it.`;
    const isShared = isOfOne && areaOf(plan.id) !== "account" && /\bpublic\b|\bs-maxage=[1-9]/i.test(actual);
    return isShared && { message, actual };
  }),
);

all(
  "no-internals",
  "error messages show no internals of the server",
  { topic: "security", requirements: ["R2.14"], level: "should" },
  inEach(({ earlier, reply, plan, stream }) => {
    const errors = [...earlier, reply].flatMap((each) => (each !== undefined && each.status >= 400 ? [each] : []));
    const inStream = internalsIn((plan.isStreamed ? stream().errorData : undefined) ?? "");
    const shown = [...errors.map(internalsInReply), inStream].find((each) => each !== undefined);
    return shown !== undefined && { message: `The error that answers ${plan.says} shows ${shown}.` };
  }),
);

const internalsInReply = readOnce((reply: WireReply) => internalsIn(textOf(reply)));

const shownOfSecret = 12;

// The provider's key is the service's affair (R1.3): whoever sees it can use it up.
all(
  "no-secrets",
  "no answer shows a key, a token or a password that the client did not send",
  { topic: "security", requirements: ["R5.1", "R2.14"], level: "should" },
  (all) => {
    const sent = all.flatMap(({ request }) => [request.url, request.body ?? "", ...Object.values(request.headers)]);
    const isKnown = (secret: string) => sent.some((text) => text.includes(secret) || secret.includes(keyIn(text)));
    return inEach((exchange) => {
      const { what, secret = "", where } = shownIn(exchange).find((each) => !isKnown(each.secret)) ?? {};
      const actual = `${secret.slice(0, shownOfSecret)}…`;
      const message = `The answer to ${exchange.plan.says} shows ${what} in ${where}, beginning ${JSON.stringify(actual)}.`;
      return what !== undefined && { message, expected: "no secret", actual };
    })(all);
  },
);

/** A shorter one may stand anywhere by chance. */
const shortestKey = 8;

function keySentIn({ request }: Exchange): string | undefined {
  const sent = request.headers["x-api-key"] ?? request.headers.authorization?.replace(/^\S+ /, "") ?? "";
  return sent.length < shortestKey ? undefined : sent;
}

/** A key is known to whoever has so much of it. */
const shareShown = 0.8;

function carries({ reply }: Exchange, key: string): boolean {
  if (reply === undefined) return false;
  const shown = key.toLowerCase();
  const forms = [shown.slice(0, Math.ceil(shareShown * shown.length)), [...shown].reverse().join("")];
  return readingsIn(reply).some((text) => forms.some((form) => text.includes(form)));
}

const readingsIn = readOnce((reply: WireReply) =>
  [textOf(reply), ...reply.rawHeaders.map(([, value]) => value)].flatMap(readingsOf),
);

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

/** A caller's own session may be kept in a cookie. */
const cookies = "set-cookie";

type ShownAt = Shown & { where: string };

function shownIn({ reply, attempts = [], plan, stream }: Exchange): ShownAt[] {
  const replies = [...new Set([...attempts, ...(reply ? [reply] : [])])];
  return [
    ...replies.flatMap(shownInReply),
    ...(plan.isStreamed && reply?.status === 200 ? shownInEvents(stream()) : []),
  ];
}

const shownInReply = readOnce((reply: WireReply): ShownAt[] => [
  ...reply.rawHeaders.flatMap(([name, value]) =>
    name.toLowerCase() === cookies ? [] : at(`the header ${name}`, secretsUnder(name, value)),
  ),
  ...at("its body", [...(reply.status >= 400 ? secretsIn(textOf(reply)) : []), ...secretsInJson(bodyOf(reply))]),
]);

const shownInEvents = readOnce(({ payloads }: StreamReading) => at("its events", secretsInJson(payloads)));

const at = (where: string, shown: Shown[]): ShownAt[] => shown.map((each) => ({ ...each, where }));

/** The credentials in a header that begins with a scheme; of other texts, the text. */
const keyIn = (text: string) => /^(?:Bearer|Basic) +(\S{8,})$/i.exec(text)?.[1] ?? "\u0000";
