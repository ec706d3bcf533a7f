import { operationOf, type Violation, validateRequestBody, valueAt } from "@model-access/contract";
import { marksOf, requestSchemaOf } from "../checks/provenance.js";
import type { ReasonName } from "../checks/reasons.js";
import { listAt } from "../reading/joined-text.js";
import { type Body, type CaseSubject, named, type RefusedCase, without } from "./invalid-request.js";
import { noSuchModel } from "./questions.js";

const mediaType = "application/json";

/** Values of a wrong type that somebody may send, and that a careless service takes or passes on. */
const plausible: Record<string, unknown> = {
  max_tokens: "many",
  temperature: "hot",
  top_p: "most",
  top_k: "few",
  stream: "perhaps",
  stop_sequences: "end",
  tools: { name: "tool" },
  tool_choice: "auto",
  metadata: "about",
};

/**
 * Derives the requests that an operation has to refuse from the schema of its body: each member missing, of a wrong type,
 * next to its range, and the same in what a list has. The contract's validator has the last word on what is wrong, and its
 * marks on who says so: only what the specification states is kept. `valid` is a body that the operation takes.
 */
export function deriveCases(operationId: string, valid: Body): RefusedCase[] {
  const cases = Object.entries(Object(valueAt(requestSchemaOf(operationId), "/properties"))).flatMap(
    ([member, schema]) => [...casesOfMember(operationId, valid, { member, schema }), ...casesInList(valid, member)],
  );
  const stated = cases.flatMap((each) => {
    const reason = reasonOf(faultIn(operationId, each.change?.(valid)));
    return reason === undefined ? [] : [{ ...each, reason, provenance: "stated" as const }];
  });
  return oneOfEach(stated);
}

/** Derives the cases of an interface from the request that it is known to take. */
export const derivedCases = ({ operationId, ask }: CaseSubject): RefusedCase[] =>
  deriveCases(operationId, ask({ modelFor: () => noSuchModel }));

/** Returns the example of a body that the contract has for an operation; undefined where it takes none in JSON. */
export function exampleBody(operationId: string): Body | undefined {
  const [example] = Object.values(operationOf(operationId).body?.mediaTypes[mediaType]?.examples ?? {});
  return example === undefined ? undefined : Object(example.value);
}

type Derived = Omit<RefusedCase, "reason">;

/** The first of those with the same name. */
const oneOfEach = <Named extends { name: string }>(all: Named[]): Named[] =>
  all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index);

function casesOfMember(
  operationId: string,
  valid: Body,
  { member, schema }: { member: string; schema: unknown },
): Derived[] {
  const [name, wrong] = [named(member), wrongValueOf(operationId, valid, member)];
  const set = (value: unknown) => (body: Body) => ({ ...body, [member]: value });
  const isList = faultIn(operationId, set([])(valid)) === undefined;
  const bounds = [schema, ...listAt(schema, "/anyOf")].flatMap((each) => {
    const [least, most] = [valueAt(each, "/minimum"), valueAt(each, "/maximum")];
    const isWhole = valueAt(each, "/type") === "integer";
    return [
      ...(typeof least === "number" ? [{ name: `${name}-under-${least}`, value: least - (isWhole ? 1 : 0.01) }] : []),
      ...(typeof most === "number" ? [{ name: `${name}-over-${most}`, value: most + (isWhole ? 1 : 0.01) }] : []),
    ];
  });
  return [
    { name: `missing-${name}`, says: `without ${member}`, change: (body: Body) => without(body, member) },
    { name: `wrong-type-${name}`, says: `with ${JSON.stringify(wrong)} for ${member}`, change: set(wrong) },
    ...bounds.map((bound) => ({ name: bound.name, says: `with ${member} ${bound.value}`, change: set(bound.value) })),
    // A text is no item of a list of objects, and a number none of a list of texts.
    ...(isList ? ["Hello", 1] : []).map((item) => ({
      name: `wrong-type-${name.replace(/s$/, "")}`,
      says: `with ${JSON.stringify(item)} in ${member}`,
      change: set([item]),
    })),
  ].map((each) => ({ ...each, member }));
}

/** Cases in the first object of a list that the valid body has: each of its members missing, and of a wrong type. */
function casesInList(valid: Body, list: string): Derived[] {
  const [first] = listAt(valid, `/${list}`);
  if (typeof first !== "object" || first === null) return [];
  const item: Body = { ...first };
  const put = (changed: unknown) => (body: Body) => ({ ...body, [list]: [changed] });
  // The table of errors names a member of the request that is missing, and none of a list in it.
  const about = { member: list, isNameStated: false } as const;
  return Object.keys(item).flatMap((member) => [
    {
      ...about,
      name: `missing-${named(member)}`,
      says: `with an object without ${member} in ${list}`,
      change: put(without(item, member)),
    },
    {
      ...about,
      name: `wrong-type-${named(member)}`,
      says: `with 7 for ${member} in ${list}`,
      change: put({ ...item, [member]: 7 }),
    },
  ]);
}

/** The heaviest statement that a body breaks: what is only usual, or follows, is no reason to refuse it. */
const faultIn = (operationId: string, body: unknown): Violation | undefined =>
  validateRequestBody(operationId, mediaType, body).find((each) => marksOf(each).provenance === "stated");

function reasonOf(fault: Violation | undefined): ReasonName | undefined {
  if (fault === undefined) return undefined;
  if (fault.keyword === "required") return "missingField";
  return ["minimum", "maximum"].includes(fault.keyword) ? "outOfRange" : "wrongType";
}

function wrongValueOf(operationId: string, valid: Body, member: string): unknown {
  const isTaken = validateRequestBody(operationId, mediaType, { ...valid, [member]: "Hello" }).length === 0;
  return plausible[member] ?? (isTaken ? 7 : "Hello");
}
