import type { Answer } from "../call.js";
import type { components } from "../generated/admin-api.js";
import type { Session } from "../session/session.js";
import type { Sessions } from "../session/sessions.js";

/** The shapes of the admin API, from its document. */
export type AdminSchemas = components["schemas"];

/** A request that the admin API's document accepts. */
interface AdminRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/** The context of an admin operation. */
export interface AdminContext {
  sessions: Sessions;
  /** The session that the path names. */
  session: Session;
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
  /** The balance that a new key starts with by default. */
  points: number;
}

/** Does one operation of the admin API. */
export type AdminOperation = (request: AdminRequest, context: AdminContext) => Promise<Answer>;

/** An answer in JSON. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: JSON.stringify(value),
  };
}

/** An answer without content. */
export const emptyAnswer: Answer = { status: 204, headers: {}, body: "" };
