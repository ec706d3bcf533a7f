import { operations } from "./generated/operations.js";
import type { Operation } from "./operation.js";

const routes = Object.values(operations).map((operation) => ({
  operation,
  pattern: new RegExp(`${operation.path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  literals: operation.path.replaceAll(/\{\w+\}/g, "").length,
}));

/**
 * Finds the operation that a request is for by the end of its path, so that a deployment under a path prefix is understood
 * too. Returns undefined for what the contract has not; of two operations, the one whose path says more.
 */
export function operationAt(method: string, target: string): Operation | undefined {
  const path = target.replace(/[?#].*$/s, "");
  const found = routes
    .filter(({ operation, pattern }) => operation.method === method.toUpperCase() && pattern.test(path))
    .sort((one, other) => other.literals - one.literals);
  return found[0]?.operation;
}
