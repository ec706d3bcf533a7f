import type { ApiRequest } from "./api-request.js";
import type { Answer } from "./call.js";
import type { Clock } from "./clock.js";
import type { MakeId } from "./ids.js";
import type { State } from "./state.js";

/** What a behaviour can use. */
export interface BehaviourContext {
  state: State;
  /** Ids count up in a session; everything else about a reply depends on the request and the seed. */
  makeId: MakeId;
  clock: Clock;
  seed: number;
  /** The key that asks. */
  key: string;
  /** Turns the texts of a stream's events into a stream in time. */
  stream(events: string[]): Answer["body"];
}

/** Answers one operation as the service would; without one the operation is answered from its examples. */
export type Behaviour = (request: ApiRequest, context: BehaviourContext) => Promise<Answer>;
