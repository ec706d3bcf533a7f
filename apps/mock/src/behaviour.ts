import type { Answer } from "./call.js";
import type { Clock } from "./clock.js";
import type { Conversation } from "./conversation/conversation.js";
import type { Reply } from "./conversation/reply.js";
import type { FileStore } from "./files/file-store.js";
import type { MakeId } from "./ids.js";
import type { ApiRequest } from "./request/api-request.js";
import type { State } from "./session/state.js";
import type { Catalogue } from "./world/catalogue.js";

/** What a behaviour can use. */
export interface BehaviourContext {
  state: State;
  catalogue: Catalogue;
  /** The uploaded files of all sessions. */
  files: FileStore;
  /** Ids count up in a session; everything else about a reply depends on the request and the seed. */
  makeId: MakeId;
  clock: Clock;
  seed: number;
  /** Where the client reaches the mock, such as `http://127.0.0.1:4010`. */
  origin: string;
  /** What the model says: the reply that is scripted for the conversation, else the one given, else one that obeys it. */
  compose(conversation: Conversation, made?: Reply): Promise<Reply>;
  /** The key that asks. */
  key: string;
  /** Turns the texts of a stream's events into a stream in time. */
  stream(events: string[]): Answer["body"];
}

/** Answers one operation as the service would; without one the operation is answered from its examples. */
export type Behaviour = (request: ApiRequest, context: BehaviourContext) => Promise<Answer>;
