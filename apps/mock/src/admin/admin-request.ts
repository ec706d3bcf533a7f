import type { EventStream } from "../call.js";
import type { components } from "../generated/admin-api.js";
import type {
  AdminBody,
  AdminOperationId,
  AdminParameters,
  AdminReply,
  AdminSuccess,
} from "../generated/admin-call.js";
import type { Session } from "../session/session.js";
import type { Sessions } from "../session/sessions.js";

export type AdminSchemas = components["schemas"];

export interface AdminContext {
  sessions: Sessions;
  session: Session;
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
  /** The balance that a new key starts with by default. */
  points: number;
}

/** Does one operation of the admin API. Status and media type of its answer are those of the document; other content than JSON is a stream. */
export type AdminOperation<Id extends AdminOperationId> = (
  request: { path: AdminParameters<Id, "path">; query: AdminParameters<Id, "query">; body: AdminBody<Id> },
  context: AdminContext,
) => Promise<
  [AdminReply<Id>] extends [undefined]
    ? AdminSuccess<Id> extends { content: object }
      ? EventStream
      : undefined
    : AdminReply<Id>
>;
