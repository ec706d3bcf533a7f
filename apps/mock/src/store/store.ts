import { createFileStore, type FileStore } from "../files/file-store.js";
import { createSessions, type Sessions, type SessionsOptions } from "../session/sessions.js";

/** A value that is there, or will be: memory answers at once, a store elsewhere does not. */
export type Promisable<Value> = Value | Promise<Value>;

/** All that a mock remembers: its sessions, and the files that were uploaded to it. */
export interface Store {
  sessions: Sessions;
  files: FileStore;
  /** Throws a refusal while the store can't be reached. */
  ready(): Promisable<void>;
  close(): Promise<void>;
}

/** A store in the memory of this process. */
export function createMemoryStore(options: SessionsOptions): Store {
  return {
    sessions: createSessions(options),
    files: createFileStore(),
    ready: () => undefined,
    close: async () => undefined,
  };
}
