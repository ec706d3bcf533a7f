/** A reason to refuse a request, and the answer to it. */
export interface Condition {
  status: number;
  type: string;
  /** The messages interface has no codes. */
  code?: string;
  requirements: string[];
  /** True where the specification states the type and the code, not only the status. */
  isNameStated: boolean;
}

/** The error table of the service (Part 7.2). */
export const conditions = {
  wrongKey: {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    requirements: ["R5.1", "R5.3", "R7.2"],
    isNameStated: true,
  },
  /** The table of names speaks of a key that is wrong, the status of one that is missing, too. */
  noKey: {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    requirements: ["R5.1", "R5.3"],
    isNameStated: false,
  },
  unknownModel: {
    status: 400,
    type: "invalid_request_error",
    code: "model_not_found",
    requirements: ["R7.3"],
    isNameStated: true,
  },
  unsupportedModel: {
    status: 400,
    type: "invalid_request_error",
    code: "model_not_supported",
    requirements: ["R7.1"],
    isNameStated: false,
  },
  missingField: {
    status: 400,
    type: "invalid_request_error",
    code: "missing_parameter",
    requirements: ["R7.5"],
    isNameStated: true,
  },
  outOfRange: {
    status: 400,
    type: "invalid_request_error",
    code: "invalid_parameter",
    requirements: ["R7.4"],
    isNameStated: true,
  },
  noPermission: {
    status: 403,
    type: "permission_error",
    code: "permission_denied",
    requirements: ["R5.3"],
    isNameStated: false,
  },
  noPoints: {
    status: 402,
    type: "insufficient_quota",
    code: "insufficient_points",
    requirements: ["R7.7"],
    isNameStated: true,
  },
  rateLimit: {
    status: 429,
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    requirements: ["R7.6", "R8.1"],
    isNameStated: true,
  },
  unknownVideo: {
    status: 404,
    type: "invalid_request_error",
    code: "not_found",
    requirements: [],
    isNameStated: false,
  },
} satisfies Record<string, Condition>;

/** The errors of the messages interface (Part 4.5), which follow its upstream provider's. */
export const messagesConditions = {
  wrongKey: { status: 401, type: "authentication_error", requirements: ["R4.7", "R5.3"], isNameStated: true },
  unknownModel: { status: 404, type: "not_found_error", requirements: ["R4.7"], isNameStated: true },
  missingField: { status: 400, type: "invalid_request_error", requirements: ["R4.7", "R2.9"], isNameStated: true },
  outOfRange: { status: 400, type: "invalid_request_error", requirements: ["R4.7", "R8.2"], isNameStated: true },
  rateLimit: { status: 429, type: "rate_limit_error", requirements: ["R4.7", "R7.6"], isNameStated: true },
} satisfies Record<string, Condition>;
