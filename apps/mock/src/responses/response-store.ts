import type { ResponseOutputItem } from "@model-access/contract";
import type { Thread } from "./thread.js";

/** The responses that a key may go on from, and the items that it may refer to. The oldest are forgotten. */
export interface ResponseStore {
  keep(key: string, response: KeptResponse): Promise<void>;
  /** The conversation up to and with a response. */
  findThread(key: string, responseId: string): Promise<Thread | undefined>;
  findItem(key: string, itemId: string): Promise<ResponseOutputItem | undefined>;
}

/** What is kept of a response. */
export interface KeptResponse {
  id: string;
  /** The conversation that it answered, and its own turns. */
  thread: Thread;
  output: ResponseOutputItem[];
}

const responsesKept = 1000;

/** Keeps responses in the memory of this process. The given ones are there for every key, from the start. */
export function createResponseStore(given: KeptResponse[] = []): ResponseStore {
  const shelves = new Map<string, Shelf>();
  const givenShelf = createShelf(given);

  return {
    async keep(key, response) {
      const shelf = shelves.get(key) ?? createShelf([]);
      shelves.set(key, shelf);
      put(shelf, response);
    },
    async findThread(key, responseId) {
      return (shelves.get(key)?.responses.get(responseId) ?? givenShelf.responses.get(responseId))?.thread;
    },
    async findItem(key, itemId) {
      return shelves.get(key)?.items.get(itemId) ?? givenShelf.items.get(itemId);
    },
  };
}

/** The responses of one key, oldest first, and their items. */
interface Shelf {
  responses: Map<string, KeptResponse>;
  items: Map<string, ResponseOutputItem>;
}

function createShelf(given: KeptResponse[]): Shelf {
  const shelf: Shelf = { responses: new Map(), items: new Map() };
  for (const response of given) put(shelf, response);
  return shelf;
}

function put({ responses, items }: Shelf, response: KeptResponse): void {
  const [oldest] = responses.values();
  if (oldest !== undefined && responses.size >= responsesKept) {
    responses.delete(oldest.id);
    for (const { id } of oldest.output) items.delete(id);
  }
  responses.set(response.id, response);
  for (const item of response.output) items.set(item.id, item);
}
