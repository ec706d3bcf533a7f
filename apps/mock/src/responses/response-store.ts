import { type ResponseOutputItem, type ResponseResource, responseOf } from "@model-access/contract";
import type { SessionStore } from "../session/session-store.js";
import type { KeptValue } from "../session/shelf.js";
import { addItems, emptyThread, type Thread } from "./thread.js";

/** The part of a response that is kept. */
export interface KeptResponse {
  id: string;
  /** The conversation that it answered, and its own turns. */
  thread: Thread;
  output: ResponseOutputItem[];
}

const nameOf = (account: string, id: string) => `${id} ${account}`;

/** The values that a session keeps of a response. */
export function keptResponse(account: string, { id, thread, output }: KeptResponse): KeptValue[] {
  const items = output.map((item) => ({ shelf: "items", name: nameOf(account, item.id), value: item, atMs: 0 }));
  return [{ shelf: "responses", name: nameOf(account, id), value: thread, atMs: 0 }, ...items];
}

/** The responses that an account may continue, and the items that it may refer to. */
export type ResponseStore = ReturnType<typeof createResponseStore>;

/** Finds what `keptResponse` kept in a session, and the responses of the contract's examples, which every account has. */
export function createResponseStore({ find }: Pick<SessionStore, "find">) {
  let examples: KeptResponse[] | undefined;
  const given = () => {
    examples ??= exampleResponses();
    return examples;
  };

  return {
    /** The conversation up to and with a response. */
    async findThread(account: string, id: string) {
      const kept = (await find("responses", nameOf(account, id))) as Thread | undefined; // by its shelf
      return kept ?? given().find((response) => response.id === id)?.thread;
    },
    async findItem(account: string, id: string) {
      const kept = (await find("items", nameOf(account, id))) as ResponseOutputItem | undefined; // by its shelf
      return (
        kept ??
        given()
          .flatMap(({ output }) => output)
          .find((item) => item.id === id)
      );
    },
  };
}

/** The responses in the contract's examples: its example requests go on from them. */
function exampleResponses(): KeptResponse[] {
  const examples = responseOf("createResponse", 200)?.mediaTypes["application/json"]?.examples ?? {};
  return Object.values(examples).map(({ value }) => {
    const { id, output } = value as ResponseResource; // the contract's tests validate every example against its schema
    return { id, output, thread: addItems(emptyThread, output) };
  });
}
