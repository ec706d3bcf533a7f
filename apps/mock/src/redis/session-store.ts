import type { Connection } from "./connect.js";
import type { Script } from "./script.js";

/** Runs the scripts of one session, as long as it is the one that was entered. */
export interface SessionStore {
  readonly name: string;
  readonly epoch: string;
  /** Null where the session has been forgotten since. */
  run(script: Script, ...args: (string | number)[]): Promise<unknown[] | null>;
}

/** The first key of a session; its hash tag keeps all of them on one node of a cluster. */
export const sessionKey = (name: string) => `model-access-mock:{${name}}:s`;

export function createSessionStore(
  connection: Connection,
  { name, epoch, ttlMs }: { name: string; epoch: string; ttlMs: number },
): SessionStore {
  return {
    name,
    epoch,
    // The scripts answer with a list, or with nothing.
    run: (script, ...args) =>
      connection.run(script, sessionKey(name), [String(ttlMs), epoch, ...args.map(String)]) as Promise<
        unknown[] | null
      >,
  };
}
