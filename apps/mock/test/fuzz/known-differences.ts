import type { GeneratedRequest } from "./generated-request.js";

/** A kind of request that Prism takes and the compiled validators refuse. */
export interface KnownDifference {
  /** The property of such a request, as the end of a test's title. */
  title: string;
  /** The reason why the two judge it differently, and why the difference stays. */
  reason: string;
  isIn(request: GeneratedRequest): boolean;
  example: { operationId: string; request: GeneratedRequest };
}

/** All that the two are known to differ in. */
export const knownDifferences: KnownDifference[] = [
  {
    title: "an integer in another notation than digits",
    reason:
      "Prism reads `1e2` and `0x10` as JavaScript does; a caller who sends them to the service can't count on it.",
    isIn: ({ query: { limit = "" } }) => !/^-?\d*$/.test(limit) && Number.isInteger(Number(limit)),
    example: { operationId: "listUsageHistory", request: { path: {}, query: { limit: "1e2" }, header: {} } },
  },
  {
    title: "an empty query or header parameter",
    reason: "Prism drops it as if it had not been sent; to us it is a value, which the schema refuses.",
    isIn: ({ query, header }) => [...Object.values(query), ...Object.values(header)].includes(""),
    example: { operationId: "listUsageHistory", request: { path: {}, query: { starting_after: "" }, header: {} } },
  },
];
