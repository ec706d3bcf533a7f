import { operations } from "@model-access/contract";
import { type Area, optionalArea } from "../area.js";
import { replyRules } from "../checks/answer-rules.js";
import { errorsOf, type ReasonName } from "../checks/reasons.js";
import { refusal } from "../checks/refusal-rules.js";
import { caseRules } from "../checks/refused-requests.js";
import type { Call, ExchangePlan, KeyName } from "../exchange.js";
import { deriveCases, exampleBody } from "../requests/derive-cases.js";
import { type CaseSubject, refusedCaseExchanges } from "../requests/invalid-request.js";
import { story } from "../story.js";
import { chat, overLimit } from "./limit/calls.js";
import { judgeOther } from "./limit/refusals.js";

/** Calls of them come last: those of the other areas are known to be worth more. */
const priority = 95;

/**
 * Makes an area of each operation that no other area calls, of what the contract says of it: keys, refused requests, the rate
 * limit, and the answer where nothing has to be known to ask for it. So an operation is tested as soon as it is written.
 */
export function deriveAreas(others: Area[]): Area[] {
  const called = new Set(others.flatMap(({ exchanges }) => exchanges.map(({ operationId }) => operationId)));
  return Object.keys(operations)
    .filter((operationId) => !called.has(operationId))
    .map(areaOf);
}

function areaOf(operationId: string): Area {
  const { method, path, parameters, provenance, requirements: rows, body } = operations[operationId] as Operation; // it is one of its keys
  const name = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const what = `a ${method} of ${path}`;
  const [valid, requirements] = [exampleBody(operationId), rows.length > 0 ? rows : ["R7.1"]];
  const pathValues = parameters.filter((each) => each.in === "path").map((each) => [each.name, "contract-tests"]);
  const asked: Call = {
    ...(pathValues.length > 0 && { path: Object.fromEntries(pathValues) }),
    ...(valid && { json: valid }),
  };
  const about = { operationId, priority };
  const refuses = (reason: number) => errorsOf(operationId).some(({ status }) => status === reason);
  const keys = (refuses(401) ? wrongKeys : []).map(({ key, name: named, says, reason }) =>
    refusal(
      `${name}/refused/${named}`,
      { ...about, says: `${what} ${says}`, call: { ...asked, key } },
      { reason, requirements },
    ),
  );
  const subject: CaseSubject = { area: name, operationId, what, call: asked, ask: () => valid ?? {} };
  const cases = valid !== undefined && refuses(400) ? deriveCases(operationId, valid) : [];
  const refused = refusedCaseExchanges(subject, cases, { priority, isShrunk: false });
  const canonical = { key: [], request: [] };
  const limited = overLimit(name, chat, {
    ...about,
    id: `${name}/over-limit`,
    says: `${what} over the limit`,
    write: () => ({ ...asked, key: "lowLimit" }),
  });
  const answer: ExchangePlan = { ...about, id: `${name}/answer`, says: what, isValid: true, write: () => ({}) };
  const isPlain = method === "GET" && parameters.every(({ required }) => !required) && body === undefined;
  return optionalArea({
    name,
    exchanges: [...keys.map(({ plan }) => plan), ...refused, limited, ...(isPlain ? [answer] : [])],
    rules: [
      ...keys.flatMap(({ rules }) => rules),
      ...caseRules(subject, { plans: refused, cases, provenance, requirements, canonical }),
      story(name, { requirements: ["R8.1", "R7.6"], provenance: "stated" }).rule(
        limited.id,
        `a reached limit also applies to ${what}`,
        { reads: [limited, chat], after: [chat.id, "limit/refused/retry-after"] },
        judgeOther,
      ),
      ...(isPlain ? replyRules(answer, { requirements, provenance, mediaType: provenance, shape: provenance }) : []),
    ],
  });
}

type Operation = (typeof operations)[string];

const wrongKeys: { key: KeyName; name: string; says: string; reason: ReasonName }[] = [
  { key: "none", name: "no-key", says: "without a key", reason: "noKey" },
  { key: "wrong", name: "wrong-key", says: "with a key that does not exist", reason: "wrongKey" },
];
