import { type ResponseOutputItem, type ResponseResource, responseOf } from "@model-access/contract";
import type { Turn } from "../conversation/conversation.js";
import { createBoundedMap } from "../session/bounded-map.js";
import { addItems, emptyThread, type Thread } from "./thread.js";

/**
 * The responses that an account may continue, and the items that it may refer to. The oldest of a session are dropped.
 */
export interface ResponseStore {
  keep(account: string, response: KeptResponse): Promise<void>;
  /** The conversation up to and with a response. */
  findThread(account: string, responseId: string): Promise<Thread | undefined>;
  findItem(account: string, itemId: string): Promise<ResponseOutputItem | undefined>;
}

/** The part of a response that is kept. */
export interface KeptResponse {
  id: string;
  /** The conversation that it answered, and its own turns. */
  thread: Thread;
  output: ResponseOutputItem[];
}

const responsesKept = 1000;
const bytesKept = 64 * 1024 * 1024;

/** Keeps responses in the memory of this process. The given ones are there for every account, from the start. */
export function createResponseStore(given: KeptResponse[] = []): ResponseStore {
  const items = new Map<string, ResponseOutputItem>();
  const responses = createBoundedMap<OwnedResponse>({
    entries: responsesKept,
    bytes: bytesKept,
    sizeOf,
    onForget({ owner, output }) {
      for (const { id } of output) items.delete(nameOf(owner, id));
    },
  });
  const givenResponses = new Map(given.map((response) => [response.id, response]));
  const givenItems = new Map(given.flatMap(({ output }) => output.map((item) => [item.id, item] as const)));

  return {
    async keep(account, response) {
      responses.set(nameOf(account, response.id), { ...response, owner: account });
      for (const item of response.output) items.set(nameOf(account, item.id), item);
    },
    async findThread(account, responseId) {
      return (responses.get(nameOf(account, responseId)) ?? givenResponses.get(responseId))?.thread;
    },
    async findItem(account, itemId) {
      return items.get(nameOf(account, itemId)) ?? givenItems.get(itemId);
    },
  };
}

/** A response with the account that it belongs to. */
type OwnedResponse = KeptResponse & { owner: string };

const nameOf = (account: string, id: string) => `${id} ${account}`;

/** Two bytes a character; what a thread has in common with the one before counts again. */
function sizeOf({ thread: { turns, instructions } }: KeptResponse): number {
  const called = (turn: Turn) => turn.toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
  const said = turns.reduce((sum, turn) => sum + turn.text.length + called(turn) + turnCharacters, 0);
  return 2 * instructions.reduce((sum, text) => sum + text.length, said);
}

/** The room that a turn takes beside its texts. */
const turnCharacters = 64;

/** The responses in the contract's examples: its example requests go on from them. */
export function exampleResponses(): KeptResponse[] {
  const examples = responseOf("createResponse", 200)?.mediaTypes["application/json"]?.examples ?? {};
  return Object.values(examples).map(({ value }) => {
    const { id, output } = value as ResponseResource; // the contract's tests validate every example against its schema
    return { id, output, thread: addItems(emptyThread, output) };
  });
}
