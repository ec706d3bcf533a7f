import { responseOf, validateRequestBody } from "@model-access/contract";
import { provenanceOf } from "../checks/provenance.js";
import { type ErrorForm, errorsOf, formOf } from "../checks/reasons.js";
import { judgeMembers, judgeNamed, judgeRetryAfter } from "../checks/refusal-rules.js";
import { judgeBody, judgeMediaType } from "../checks/reply.js";
import { broken, pass, type Verdict } from "../rule.js";
import { headerOf, jsonOf } from "../wire/wire.js";
import type { RecordedCall } from "./read-record.js";
import type { TrafficRule } from "./traffic-rule.js";

/** Statuses beside the documented ones that servers and gateways are known to answer with. */
const known = [204, 206, 304, 404, 405, 406, 408, 411, 413, 414, 415, 431, 499, 500, 501, 502, 503, 504, 529];

/** The statement that names the errors of a status, in each form: Part 7.2, and for messages Part 4.5. */
const naming: Record<ErrorForm, Record<number, string>> = {
  service: { 401: "R7.2", 402: "R7.7", 429: "R7.6", 500: "R7.8", 503: "R7.8" },
  messages: { 400: "R4.7", 401: "R4.7", 429: "R4.7" },
};

/** The body of a 403 is not stated (R7.12), and a path that a deployment does not have is answered by what stands before it. */
const unstated = [403, 404, 405, 501];

/** The statuses of the specification's table of errors. */
const tabled = [400, 401, 402, 429, 500, 503];

const isRefused = ({ exchange }: RecordedCall) => {
  const status = exchange.reply?.status ?? 0;
  return status >= 400 && !unstated.includes(status);
};

/** The table has no row for the other statuses, and says of all errors that they are JSON. */
const weightOf = ({ exchange }: RecordedCall) =>
  tabled.includes(exchange.reply?.status ?? 0) ? undefined : ("observed" as const);

/** The rules on every refusal, whatever it was for: the error table of the specification, and what errors have to carry. */
export const refusalTrafficRules: TrafficRule[] = [
  {
    id: "service/refusals/status",
    sentence: "Every answer has one of the documented statuses.",
    requirements: ["R7.1"],
    provenance: "observed",
    level: "should",
    on: judgeKnownStatus,
  },
  {
    id: "service/refusals/media-type",
    sentence: "Every refusal is JSON.",
    requirements: ["R2.14"],
    provenance: "stated",
    level: "must",
    on: (call) => (isRefused(call) ? judgeMediaType(call.exchange, "application/json", weightOf(call)) : undefined),
  },
  {
    id: "service/refusals/members",
    sentence: "Every error has message, type and code, all strings; errors of the messages interface need no code.",
    requirements: ["R2.14"],
    provenance: "stated",
    level: "must",
    after: "service/refusals/media-type",
    on: (call) => (isRefused(call) && !call.isPartial ? judgeMembers(call.exchange, weightOf(call)) : undefined),
  },
  {
    id: "service/refusals/name",
    sentence: "Every error has the type and the code that belong to its status.",
    requirements: ["R7.2", "R7.6", "R7.7", "R7.8", "R4.7"],
    provenance: "stated",
    level: "must",
    after: "service/refusals/members",
    on: judgeNames,
  },
  {
    id: "service/refusals/schema",
    sentence: "Every error body has the shape of the contract.",
    requirements: ["R2.14", "R7.11"],
    provenance: "stated",
    level: "must",
    after: "service/refusals/members",
    on: (call) => (isRefused(call) && !call.isPartial ? judgeBody(call.exchange) : undefined),
  },
  {
    id: "service/refusals/retry-after",
    sentence: "Every 429 says in Retry-After how many seconds to wait.",
    requirements: ["R7.9"],
    provenance: "stated",
    level: "must",
    on: ({ exchange }) => (exchange.reply?.status === 429 ? judgeRetryAfter(exchange, exchange.reply) : undefined),
  },
  {
    id: "service/refusals/accepted",
    sentence: "Every request that the specification forbids is refused.",
    requirements: ["R7.4", "R7.5", "R8.2"],
    provenance: "stated",
    level: "must",
    on: judgeAccepted,
  },
];

function judgeKnownStatus({ operation, exchange }: RecordedCall): Verdict {
  const status = exchange.reply?.status ?? 0;
  if (responseOf(operation.operationId, status) !== undefined || known.includes(status)) return pass;
  const where =
    status >= 300 && status < 400 ? ` to ${headerOf(exchange.reply as never, "location") ?? "nowhere"}` : "";
  return broken({
    message: `${exchange.plan.says} answered ${status}${where}, which is not a documented status.`,
    expected: Object.keys(operation.responses).join(", "),
    actual: String(status),
  });
}

function judgeNames({ exchange, operation, isPartial }: RecordedCall): Verdict | undefined {
  const status = exchange.reply?.status ?? 0;
  const requirement = naming[formOf(operation.operationId)][status];
  const named = errorsOf(operation.operationId).find((each) => each.status === status);
  if (requirement === undefined || named === undefined || isPartial) return undefined;
  // The table speaks of a key that is wrong; of one that is missing it says the status only.
  const hasKey = Object.values(exchange.request.headers).some((value) => value.includes("[key]"));
  const about = { requirement, ...(status === 401 && !hasKey && { provenance: "inferred" as const }) };
  return judgeNamed(exchange, named, about);
}

/** Only what the specification itself refuses is held against an answer. */
function judgeAccepted({ operation, exchange, sent }: RecordedCall): Verdict | undefined {
  const { reply } = exchange;
  if (reply?.status !== 200 || sent === undefined || operation.body?.mediaTypes["application/json"] === undefined)
    return undefined;
  const violation = validateRequestBody(operation.operationId, "application/json", sent).find(
    (each) => provenanceOf(each) === "stated",
  );
  if (violation === undefined || jsonOf(reply)?.value === null) return pass;
  return broken({
    message: `${exchange.plan.says} answered 200 although the request is invalid: ${violation.message}`,
    expected: "400",
    actual: "200",
    pointer: violation.pointer,
  });
}
