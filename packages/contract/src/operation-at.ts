import { operations } from "./generated/operations.js";
import { matchOperation } from "./match-operation.js";
import type { Operation } from "./operation.js";

/**
 * Finds the operation of a request by the end of its path, so that a deployment may have a path prefix. `target` may
 * have a query. Returns undefined for an unknown operation.
 */
export function operationAt(method: string, target: string): Operation | undefined {
  const segments = target.replace(/[?#].*$/s, "").split("/");
  for (let from = 1; from < segments.length; from += 1) {
    const { operationId } = matchOperation(method, `/${segments.slice(from).join("/")}`);
    if (operationId !== undefined) return operations[operationId];
  }
  return undefined;
}
