import { read } from "./generated/examples.js";
import type { OperationId } from "./generated/version.js";
import type { BareMediaTypeRow, MediaTypeRow, OperationExamples, OperationRow, OperationTable } from "./operation.js";

/**
 * Adds the examples to the operations' rows. They are the larger part of the table, so they are parsed on first access.
 */
export function withExamples(checks: Record<OperationId, { operation: OperationRow }>): OperationTable {
  let known: OperationExamples | undefined;
  const examples = () => {
    known ??= read();
    return known;
  };
  const rows = Object.values(checks).map(({ operation }) => [operation.operationId, complete(operation, examples)]);
  return Object.fromEntries(rows) as OperationTable; // one row per id
}

function complete(row: OperationRow, examples: () => OperationExamples) {
  const { operationId: id, body, responses } = row;
  return {
    ...row,
    ...(body && { body: { ...body, mediaTypes: exemplified(body.mediaTypes, () => examples()[id].body) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        { ...response, mediaTypes: exemplified(response.mediaTypes, () => examples()[id].responses[status]) },
      ]),
    ),
  };
}

type Examples = OperationExamples[OperationId]["body"] | undefined;

function exemplified(rows: Record<string, BareMediaTypeRow>, of: () => Examples): Record<string, MediaTypeRow> {
  const entries = Object.entries(rows).map(([mediaType, row]) => [
    mediaType,
    Object.defineProperty({ ...row }, "examples", { get: () => of()?.[mediaType] ?? {}, enumerable: true }),
  ]);
  return Object.fromEntries(entries) as Record<string, MediaTypeRow>; // `examples` is defined on each
}
