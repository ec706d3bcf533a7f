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

type Named = Condition & { code: string };

const named = (status: number, type: string, code: string, requirements: string[]): Named => ({
  ...{ status, type, code, requirements },
  isNameStated: true,
});

const unnamed = (...about: Parameters<typeof named>): Named => ({ ...named(...about), isNameStated: false });

const ofMessages = (status: number, type: string, requirements: string[]): Condition => ({
  ...{ status, type, requirements },
  isNameStated: true,
});

/** The error table of the service (Part 7.2). */
export const conditions = {
  wrongKey: named(401, "invalid_request_error", "invalid_api_key", ["R5.3", "R5.1", "R7.2"]),
  /** The table of names speaks of a key that is wrong, the status of one that is missing, too. */
  noKey: unnamed(401, "invalid_request_error", "invalid_api_key", ["R5.3", "R5.1"]),
  unknownModel: named(400, "invalid_request_error", "model_not_found", ["R7.3"]),
  /** That they are refused is stated, and nothing of the answer. */
  privateBot: unnamed(400, "invalid_request_error", "model_not_found", ["R7.1"]),
  unsupportedModel: unnamed(400, "invalid_request_error", "model_not_supported", ["R7.1"]),
  missingField: named(400, "invalid_request_error", "missing_parameter", ["R7.5"]),
  outOfRange: named(400, "invalid_request_error", "invalid_parameter", ["R7.4"]),
  noPermission: unnamed(403, "permission_error", "permission_denied", ["R5.3"]),
  noPoints: named(402, "insufficient_quota", "insufficient_points", ["R7.7"]),
  rateLimit: named(429, "rate_limit_error", "rate_limit_exceeded", ["R7.6", "R8.1"]),
  unknownVideo: unnamed(404, "invalid_request_error", "not_found", []),
};

/** The errors of the messages interface (Part 4.5), which follow its upstream provider's. */
export const messagesConditions = {
  wrongKey: ofMessages(401, "authentication_error", ["R5.3", "R4.7"]),
  unknownModel: ofMessages(404, "not_found_error", ["R4.7"]),
  missingField: ofMessages(400, "invalid_request_error", ["R2.9", "R4.7"]),
  outOfRange: ofMessages(400, "invalid_request_error", ["R8.2", "R4.7"]),
  rateLimit: ofMessages(429, "rate_limit_error", ["R4.7", "R7.6"]),
};
