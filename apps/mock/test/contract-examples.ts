import { type Operation, operationOf } from "@model-access/contract";

/** One example of a response of the contract. */
export interface ContractExample {
  code: number;
  mediaType: string;
  name: string;
  value: unknown;
}

/** Every example of every response of an operation. */
export function contractExamples(operationId: string): ContractExample[] {
  const operation = operationOf(operationId);
  return Object.entries(operation.responses).flatMap(([status, { mediaTypes }]) =>
    Object.entries(mediaTypes).flatMap(([mediaType, { examples }]) =>
      Object.entries(examples).map(([name, { value }]) => ({
        code: codeOf(operation, status),
        mediaType,
        name,
        value,
      })),
    ),
  );
}

/** A status for the examples of the `default` response: one that has no row of its own. */
function codeOf({ responses }: Operation, status: string): number {
  return status === "default" ? ([405, 504, 529].find((code) => responses[code] === undefined) ?? 599) : Number(status);
}
