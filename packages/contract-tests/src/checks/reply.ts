import {
  operationOf,
  responseOf,
  type Violation,
  validateResponseBody,
  validateResponseHeaders,
  valueAt,
} from "@model-access/contract";
import { dialectOf } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { callOf, saidBy } from "../reading/describe.js";
import { sentIn } from "../reading/said.js";
import { broken, type Finding, levelOf, pass, passIf, type Verdict, weights } from "../rule.js";
import { headerOf, headersOf, jsonOf, mediaTypeOf, notOffered, textOf, type WireReply } from "../wire/wire.js";
import { capOf, marksOf } from "./provenance.js";

/** True for the statuses that say nothing: a 429 and a 503 ask for patience, and an empty account is not the service's. */
export const isUndecided = (status: number): boolean => [402, 429, 503].includes(status);

/** A second opinion on what a violation weighs, where the contract's own mark is not the whole truth. */
export type Weight = (violation: Violation) => Finding["provenance"];

/**
 * Judges that the call got this status, and, unless the answer is an event stream, that all of it came. `isWanted` says
 * that one of the statuses that else decide nothing is asked for.
 */
export function judgeStatus(exchange: Exchange, expected: number, { isWanted = false } = {}): Verdict {
  if (exchange.refused !== undefined) return judgeRefused(exchange.refused, expected);
  const { reply, failure } = exchange;
  const call = callOf(exchange);
  const isStream = reply !== undefined && mediaTypeOf(reply) === "text/event-stream";
  const isUnanswered = failure?.kind === "time-out" || failure?.kind === "unreachable";
  if (isUnanswered && !isStream)
    return { outcome: "inconclusive", reason: `${call} was not answered. ${failure.message}` };
  if (reply === undefined) {
    return broken({ message: `${call} was not answered. ${failure?.message ?? ""}`, expected: String(expected) });
  }
  if (isUndecided(reply.status) && !isWanted)
    return { outcome: "inconclusive", reason: `${call} answered ${saidBy(reply)}.` };
  if (reply.status !== expected) {
    const why = exchange.isAbsent
      ? ". It is not offered, though the model list advertises it or the run requires it; another request is answered so, too"
      : "";
    const said = refusesInStream(exchange) ? `${reply.status} with the refusal in its stream` : saidBy(reply);
    const of = refusesModel(exchange, expected)
      ? ` of the model ${JSON.stringify(valueAt(sentIn(exchange), "/model"))}`
      : "";
    const message = `${call}${of} answered ${said}; expected ${expected}${why}.`;
    const requirement = rowOfStatus(exchange, expected);
    return broken({ message, expected: `${expected}`, actual: `${reply.status}`, ...(requirement && { requirement }) });
  }
  if (failure === undefined || isStream) return pass;
  return broken({
    message: `${call} answered ${expected}, but not to its end. ${failure.message}`,
    expected: "a whole body",
  });
}

/** The row that a wrong status breaks, where that is not the call's own: on what is asked, on the key, or on what a status means. */
function rowOfStatus(exchange: Exchange, expected: number): string | undefined {
  const { plan, reply } = exchange;
  const status = reply?.status ?? 0;
  const dialect = dialectOf(plan.operationId);
  if (refusesModel(exchange, expected)) return dialect?.rows.model;
  // What is not there breaks the row that offers it.
  if (dialect === undefined && expected === 400 && notOffered.includes(status))
    return operationOf(plan.operationId).requirements[0];
  if (dialect === undefined && expected >= 400 && status >= 500) return "R7.1";
  // Of other interfaces than those of models, only the bots have a call with more in it than it needs.
  const { request = "R2.1", key = "R5.1", version } = dialect?.rows ?? {};
  if (expected === 200 && status === 401) return key;
  if (expected === 200 && status === 400)
    return reply && version && /\bversion\b/i.test(textOf(reply)) ? version : plan.plainer && request;
  if (status < 300 && (expected < 300 || isError(bodyOf(reply)))) return "R7.1";
  return refusesInStream(exchange) ? "R6.3" : undefined;
}

const isError = (value: unknown) => valueAt(value, "/error") != null;

function refusesInStream({ reply, stream }: Exchange): boolean {
  const isStream = reply !== undefined && reply.status < 300 && mediaTypeOf(reply) === "text/event-stream";
  return isStream && stream().payloads.some(isError);
}

/** True where a model that the list has is refused as one that nobody knows. */
function refusesModel({ reply }: Exchange, expected: number): boolean {
  const { code, type } = Object(valueAt(bodyOf(reply), "/error"));
  const isUnknown = code === "model_not_found" || (reply?.status === 404 && type === "not_found_error");
  return expected === 200 && isUnknown;
}

/** A plainer call is answered: the finding is that the first one was not. */
function judgeRefused(refused: Exchange, expected: number): Verdict {
  const verdict = judgeStatus(refused, expected);
  if (verdict.outcome !== "broken") return verdict;
  const message = `${verdict.finding.message} A plainer request is answered.`;
  return broken({ ...verdict.finding, message, exchange: refused });
}

/** Judges that a call did not make the server fail; `but` are statuses of failures that do no harm here. */
export function judgeUnharmed(
  { plan, reply }: Exchange,
  { expected, but }: { expected: string; but: number[] },
): Verdict {
  const actual = reply?.status ?? 0;
  return passIf(actual < 500 || but.includes(actual), {
    message: `${plan.says} was answered with ${actual}.`,
    expected,
    actual,
  });
}

/** Judges the media type, and that what is said of the bytes beside it is true. */
export function judgeMediaType(
  { plan, reply }: Exchange,
  expected: string,
  provenance?: Finding["provenance"],
): Verdict {
  if (reply === undefined) return pass;
  if (mediaTypeOf(reply) === expected) return judgeEncoding(reply);
  const actual = headerOf(reply, "content-type") ?? "absent";
  const isUnasked = plan.isValid && plan.isStreamed !== true && mediaTypeOf(reply) === "text/event-stream";
  const requirement = isUnasked ? dialectOf(plan.operationId)?.rows.options : undefined;
  return broken({
    message: `The Content-Type is ${actual}; expected ${expected}.`,
    expected,
    actual,
    ...(provenance && { provenance }),
    ...(requirement && { requirement }),
  });
}

export function judgeHeaders({ plan, reply }: Exchange): Verdict {
  if (reply === undefined) return pass;
  return brokenBy(validateResponseHeaders(plan.operationId, reply.status, headersOf(reply)));
}

/** Judges the shape of a JSON body by the contract; a broken element weighs what its provenance says. */
export function judgeBody(exchange: Exchange, weight?: Weight): Verdict {
  const { plan, reply } = exchange;
  if (reply === undefined || responseOf(plan.operationId, reply.status)?.mediaTypes["application/json"] === undefined)
    return pass;
  const cap = capOf(plan.operationId, reply.status);
  return onJson(exchange, (value) =>
    brokenBy(validateResponseBody(plan.operationId, reply.status, "application/json", value), cap ? () => cap : weight),
  );
}

function brokenBy(violations: Violation[], weight?: Weight): Verdict {
  const finding = heaviestOf(violations.map((violation) => findingOf(violation, weight)));
  return finding === undefined ? pass : broken(finding);
}

/** The first of the findings that weigh most; one that does not say whose its element is weighs what its rule does. */
export function heaviestOf<F extends Pick<Finding, "provenance">>(findings: F[]): F | undefined {
  const weightOf = ({ provenance }: F) =>
    provenance === undefined ? weights.length : weights.indexOf(levelOf(provenance));
  return findings.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}

/** Judges a body that has to be JSON. Where it is not and does not claim to be, the media type is the finding. */
export function onJson({ reply }: Exchange, judge: (value: unknown) => Verdict): Verdict {
  if (reply === undefined) return pass;
  const body = jsonOf(reply);
  if (body !== undefined) return judge(body.value);
  if (mediaTypeOf(reply) !== "application/json")
    return { outcome: "blocked", reason: "The body is not JSON, and does not say that it is." };
  return broken({ message: whyNoJson(reply), expected: "JSON", actual: textOf(reply).slice(0, 80) });
}

/** Says why a body that claims to be JSON is none: what a client has to be told apart. */
function whyNoJson(reply: WireReply): string {
  const encoding = headerOf(reply, "content-encoding");
  if (encoding !== undefined)
    return `The body is not JSON in UTF-8. It came encoded as ${encoding}, which the request did not ask for.`;
  if (reply.body[0] === 0x1f && reply.body[1] === 0x8b)
    return "The body is compressed with gzip, and no Content-Encoding says so.";
  if (reply.body.length === 0) return "The body is empty.";
  const text = textOf(reply).trim();
  if (text.includes("\ufffd")) return "The body is not UTF-8.";
  const isCut = /^[{[]/.test(text) && !/[}\]]$/.test(text);
  return isCut ? `The body is JSON that breaks off after ${text.length} characters.` : "The body is not JSON.";
}

/** A violation of the contract as a finding, weighed by where the contract has the broken element from. */
export function findingOf(violation: Violation, weight?: Weight): Finding {
  const { provenance: marked, requirement } = marksOf(violation);
  const provenance = weight?.(violation) ?? marked;
  const { message, expected, pointer } = violation;
  return {
    message,
    expected,
    pointer,
    ...(provenance && { provenance }),
    ...(requirement && { requirement }),
  };
}

export const bodyOf = (reply: WireReply | undefined): unknown => reply && jsonOf(reply)?.value;

/** JSON and event streams are UTF-8 without a mark (RFC 8259, section 8.1), and no call asks for a content encoding. */
function judgeEncoding(reply: WireReply): Verdict {
  const encoding = headerOf(reply, "content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity" && jsonOf(reply) !== undefined)
    return broken({
      message: `The Content-Encoding is ${encoding}, and the body is not encoded.`,
      expected: "absent",
      actual: encoding,
    });
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headerOf(reply, "content-type") ?? "")?.[1] ?? "utf-8";
  const isMarked =
    mediaTypeOf(reply) === "application/json" && byteOrderMark.every((byte, at) => reply.body[at] === byte);
  if (!isMarked && /^(utf-?8|us-ascii)$/i.test(charset)) return pass;
  return broken({
    message: isMarked ? "The JSON begins with a byte order mark." : `The Content-Type names the charset ${charset}.`,
    expected: "UTF-8",
    ...(!isMarked && { actual: charset }),
    provenance: "upstream",
  });
}

const byteOrderMark = [0xef, 0xbb, 0xbf];
