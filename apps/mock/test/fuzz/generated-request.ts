import type { MediaTypeRow, Operation, ParameterRow } from "@model-access/contract";
import type fc from "fast-check";
import { type Choose, chosen, everyChoice, pick } from "./choices.js";
import { bodySchema, membersOf, schemas } from "./contract-schemas.js";
import { makeParameters } from "./make-parameters.js";
import { mutate } from "./mutate.js";
import { oddValues } from "./odd-values.js";
import { makeValue } from "./schema-values.js";

/** A request for an operation, right or wrong. */
export interface GeneratedRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  /** Header parameters of the contract. */
  header: Record<string, string>;
  body?: GeneratedBody;
}

/** A body before it is written: JSON, or the texts of a form's fields. */
export interface GeneratedBody {
  mediaType: string;
  value: unknown;
}

const mostEdges = 40;

/** Requests of an operation: made from the contract's examples and schemas, most of them with something changed. */
export function generatedRequests(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  return chosen((choose) => {
    const request = parametersOf(operation, choose);
    return operation.body === undefined ? request : { ...request, body: makeBody(operation, choose) };
  });
}

/** Requests with one member of the body at an edge of its schema or just over: for each member, all that there are. */
export function edgeRequests(operation: Operation): GeneratedRequest[] {
  const parameters = parametersOf(operation, () => 0);
  return bodiesOf(operation).flatMap(([mediaType, { examples }]) => {
    const [example] = Object.values(examples);
    return membersOf(bodySchema(operation, mediaType)).flatMap(([name, schema]) =>
      everyChoice((choose) => makeValue(schema, { schemas, choose }), mostEdges).map((value) => ({
        ...parameters,
        body: readable(mediaType, { ...(example?.value as object), [name]: value }), // every body of the contract is an object
      })),
    );
  });
}

function parametersOf(operation: Operation, choose: Choose): GeneratedRequest {
  const read = (place: ParameterRow["in"]) => makeParameters(operation, { place, choose });
  return { path: read("path"), query: read("query"), header: read("header") };
}

const bodiesOf = ({ body }: Operation) => Object.entries(body?.mediaTypes ?? {});

function makeBody(operation: Operation, choose: Choose): GeneratedBody {
  const [mediaType, { examples }] = pick(bodiesOf(operation) as [[string, MediaTypeRow]], choose); // it has one at least
  const [first, ...others] = Object.values(examples).map((example) => example.value);
  let value = pick([first, ...others], choose);
  const start = choose(12);
  if (start === 11) value = pick(oddValues, choose);
  else if (start === 10) value = makeValue(bodySchema(operation, mediaType), { schemas, choose });
  else if (start > 4) {
    const [name, schema] = pick([["extra", {}], ...membersOf(bodySchema(operation, mediaType))], choose);
    value = { ...(value as object), [name]: makeValue(schema, { schemas, choose }) }; // an example of a body is an object
  }
  for (let count = pick([0, 0, 1, 0, 1, 2, 3], choose); count > 0; count--) value = mutate(value, choose);
  return readable(mediaType, value);
}

/** A form has texts only. */
function readable(mediaType: string, value: unknown): GeneratedBody {
  if (mediaType === "application/json") return { mediaType, value };
  const texts = Object.entries(value ?? {}).map(([name, field]) => [
    name,
    typeof field === "string" ? field : (JSON.stringify(field) ?? ""),
  ]);
  return { mediaType, value: Object.fromEntries(texts) };
}
