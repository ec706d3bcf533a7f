import type { ExampleQuery, ExampleReply } from "./prism.js";

/** Answers operations from their examples, or with data that it makes from their schemas. */
export type Engine = (query: ExampleQuery) => Promise<ExampleReply>;

/** Loads Prism. That takes several tenths of a second of CPU, so it is done with the first query; the module cache keeps it. */
const loadPrism = () => import("./prism.js");

/** Prism as the engine. Its answers depend on the query alone, so each query for an example is put to it once. */
export function createEngine(): Engine {
  const replies = new Map<string, Promise<ExampleReply>>();

  return async (query) => {
    if (query.seed !== undefined) return (await loadPrism()).askPrism(query);
    const name = JSON.stringify([query.operationId, query.mediaType, query.code, query.example]);
    const reply = replies.get(name) ?? loadPrism().then(({ askPrism }) => askPrism(query));
    replies.set(name, reply);
    return reply;
  };
}
