import { check } from "../options/check-options.js";

/** The part that is needed of a client of the package `redis`: connected, by `createClient`, `createCluster` or `createSentinel`. */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The names and limits of the counts. */
export interface RedisOptions {
  /** The name under which calls are counted together: an API key's alias, say, never the key itself. It is part of the names of Redis' keys. */
  name: string;
  /** The time after which a step fails, in milliseconds; 2 000 by default. */
  timeoutMs?: number | undefined;
}

/** Runs scripts on the keys `model-access:{name}:…` of a name, each one atomic step on the server. The braces keep them together on one node of a cluster. */
export function createScripts(client: RedisClient, options: RedisOptions, suffixes: readonly string[]) {
  const { name, timeoutMs = 2_000 } = Object(options) as RedisOptions;
  check("client", client?.eval, "is no client of redis; pass await createClient({ url }).connect().");
  const isName = typeof name === "string" && /^[^{}\s]{1,200}$/.test(name);
  check("name", isName, 'must be a text without spaces and braces; write it like { name: "batch" }.');
  check("timeoutMs", timeoutMs > 0, "is not a number above 0; write it like timeoutMs: 2_000.");
  const keys = suffixes.map((suffix) => `model-access:{${name}}:${suffix}`);

  return {
    async run(script: string, ...values: (string | number)[]): Promise<unknown[]> {
      const answer = await within(timeoutMs, client.eval(script, { keys, arguments: values.map(String) }));
      if (!Array.isArray(answer)) throw new Error("Redis answered a script with something else than its result");
      return answer;
    },
  };
}

/** A client that lost its connection keeps commands until it has one again, which may be never. */
function within<Result>(timeoutMs: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Redis did not answer in ${timeoutMs} ms`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
