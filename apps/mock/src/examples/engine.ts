import type { ExampleQuery, ExampleReply } from "./prism.js";

/** Answers operations from their examples. */
export type Engine = (query: ExampleQuery) => Promise<ExampleReply>;

/** Loads Prism and the contract into it. That takes a second of CPU, so it is done with the first query; the module cache keeps it. */
const loadPrism = () => import("./prism.js");

/** Prism as the engine. What it answers depends on the query alone, so each query is put to it once. */
export function createEngine(): Engine {
  const replies = new Map<string, Promise<ExampleReply>>();

  return (query) => {
    const name = JSON.stringify([query.operationId, query.mediaType, query.code, query.example]);
    const reply = replies.get(name) ?? loadPrism().then(({ askPrism }) => askPrism(query));
    replies.set(name, reply);
    return reply;
  };
}
