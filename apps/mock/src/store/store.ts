import type { Clock } from "../clock.js";
import { createFileStore, type FileStore } from "../files/file-store.js";
import { createJournal } from "../journal/journal.js";
import { createJournalBudget } from "../journal/journal-budget.js";
import { createMemorySession, type SessionStore } from "../session/session-store.js";
import { createSessions, type SessionPlace, type Sessions, type SessionsOptions } from "../session/sessions.js";

/** All that a mock remembers: its sessions, and the files that were uploaded to it. */
export interface Store {
  sessions: Sessions;
  files: FileStore;
  /** Throws a refusal while the store can't be reached. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface MemoryStoreOptions extends SessionsOptions {
  clock: Clock;
}

export function createMemoryStore(options: MemoryStoreOptions): Store {
  return {
    sessions: createSessions(createMemory(options), options),
    files: createFileStore(),
    ready: async () => undefined,
    close: async () => undefined,
  };
}

/** More sessions are not kept: the least recently used one is dropped. */
const sessionsKept = 1000;

function createMemory({ clock, journalSize, journalBytes }: MemoryStoreOptions): SessionPlace {
  const stores = new Map<string, SessionStore>();
  const journals = new WeakMap<SessionStore, { clear(): void }>();
  const budget = createJournalBudget(journalBytes); // that of all sessions together

  return {
    clock,
    async open(name, begin) {
      const store = stores.get(name) ?? createMemorySession(name, begin(), clock);
      if (stores.size > 1) stores.delete(name); // set again as the last
      stores.set(name, store);
      const [oldest = name] = stores.keys();
      if (stores.size > sessionsKept) forget(oldest);
      return store;
    },
    list: async () => [...stores.values()],
    forget: async (name) => forget(name),
    createJournal(store) {
      const journal = createJournal(journalSize, budget);
      journals.set(store, journal);
      return journal;
    },
  };

  /** Its part of the budget is given back. */
  function forget(name: string): void {
    const store = stores.get(name);
    if (store !== undefined) journals.get(store)?.clear();
    stores.delete(name);
  }
}
