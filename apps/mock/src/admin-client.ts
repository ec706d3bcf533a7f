import type { ExchangeRecord } from "@model-access/contract";
import type { ScriptedReply } from "./conversation/scripted-reply.js";
import type { FaultRule } from "./faults/fault-rules.js";
import type { components } from "./generated/admin-api.js";
import { createAdminCall } from "./generated/admin-call.js";
import type { LatencyName, LatencyValues } from "./latency/latency.js";
import { createSentRequests, type SentRequests } from "./testing/sent-requests.js";

type Schemas = components["schemas"];

/** A key of a session: what it may do and has left. */
export type AdminKey = Schemas["Key"];

/** The data of a new key; all of it may be left out. */
export type NewAdminKey = Schemas["NewKey"];

/** The clock of a session. */
export type AdminClock = Schemas["Clock"];

/** An exchange as a session's journal lists it, without headers and bodies. */
export type AdminExchangeSummary = Schemas["ExchangeSummary"];

/** An exchange of a session's journal, in the exchange format of `@model-access/contract`. */
export type AdminExchange = ExchangeRecord & Pick<Schemas["Exchange"], "notes">;

/** The verdict on whether a client did as it was told. */
export type AdminVerdict = Schemas["Verdict"];

/** The address of a mock, and the session to administer. */
export interface AdminOptions {
  /** Such as `http://127.0.0.1:4010`, with or without a session's path or `/v1` behind it. */
  baseURL: string;
  /** Default: the one that the base URL names, else `default`. */
  session?: string;
  /** Default: the platform's. Takes the `fetch` of `createMock` too. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Steers one session of a mock. Every method rejects with an `AdminError` where the mock refuses. */
export interface Admin extends SentRequests {
  readonly session: string;
  /** Resets the session, in a world of the data file where one is named. */
  begin(world?: string): Promise<void>;
  /** Forgets the session. */
  forget(): Promise<void>;
  /** Faults that come without being asked for. */
  readonly faults: {
    list(): Promise<(FaultRule & { id: string })[]>;
    /** Adds a rule, such as `{ fault: "stall;at=3", times: 1 }`; it is tried after those that are there. */
    add(rule: FaultRule): Promise<FaultRule & { id: string }>;
    remove(id: string): Promise<void>;
    clear(): Promise<void>;
  };
  /** The scripted replies, used instead of made-up ones. */
  readonly replies: {
    list(): Promise<(ScriptedReply & { id: string })[]>;
    /** Adds a reply; it is tried before those that are there. */
    add(reply: ScriptedReply): Promise<ScriptedReply & { id: string }>;
    remove(id: string): Promise<void>;
    clear(): Promise<void>;
  };
  /** The session's time. */
  readonly clock: {
    get(): Promise<AdminClock>;
    /** Moves it on: rate windows slide, videos finish and streams drain at once. */
    advance(ms: number): Promise<AdminClock>;
    /** Stops it, at a time where one is given. */
    freeze(at?: Date): Promise<AdminClock>;
    /** Lets it run again. */
    run(): Promise<AdminClock>;
  };
  /** The speed of the session's replies. */
  readonly latency: {
    get(): Promise<LatencyValues>;
    /** Sets it, by a preset such as `"standard"` or by values; what is left out of the values stays. */
    set(latency: LatencyName | Partial<LatencyValues>): Promise<LatencyValues>;
  };
  /** Keys, told by themselves or by their names. */
  readonly keys: {
    list(): Promise<AdminKey[]>;
    create(key?: NewAdminKey): Promise<AdminKey>;
    change(
      key: string,
      changes: Partial<Pick<AdminKey, "isRevoked" | "hasPermission" | "requestsPerMinute" | "points">>,
    ): Promise<AdminKey>;
    /** Stops a key at once; its open streams end with an error event. */
    revoke(key: string): Promise<AdminKey>;
    /** Gives a key another value, and revokes the old one. */
    rotate(key: string): Promise<AdminKey>;
  };
  /** The record of requests and answers. */
  readonly journal: {
    /** Lists exchanges, oldest first; `status` is one such as `429`, or a class such as `4xx`. */
    list(filter?: JournalFilter): Promise<AdminExchangeSummary[]>;
    /**
     * Returns one exchange with its headers and bodies; long ones are cut, and `omittedBytes` tells how much is
     * missing.
     */
    get(id: string): Promise<AdminExchange>;
    /** Returns all of it as JSON Lines, which the option `recordings` replays. */
    export(): Promise<string>;
    clear(): Promise<void>;
    /** Lists what the client did wrong, with the exchange in which it did. */
    faultsOfClient(): Promise<(AdminVerdict & { exchange: string })[]>;
  };
}

/** Conditions of the exchanges to list. */
export interface JournalFilter {
  operationId?: string;
  /** The name of a key. */
  key?: string;
  status?: number | `${1 | 2 | 3 | 4 | 5}xx`;
  hasVerdict?: boolean;
  /** A text in the address, the headers, the bodies or the remarks, in capitals or not. */
  text?: string;
  /** The last so many; all where it is left out. */
  limit?: number;
}

/** Thrown where the mock refuses a call of its admin API; the message says why. */
export class AdminError extends Error {
  readonly status: number;
  /** Of the error body, such as `not_found`; absent where something else than a mock answered. */
  readonly code: string | undefined;

  constructor(message: string, { status, code }: { status: number; code: string | undefined }) {
    super(message);
    this.name = "AdminError";
    this.status = status;
    this.code = code;
  }
}

/**
 * Makes a client of a mock's admin API for one session. Throws where the base URL is none.
 * @example
 * const admin = createAdmin({ baseURL: mock.baseURL, session: "cart-1" });
 * await admin.faults.add({ fault: "status-503", times: 1 });
 */
export function createAdmin({ baseURL, session: named, fetch = globalThis.fetch }: AdminOptions): Admin {
  const url = URL.parse(baseURL);
  if (url === null) throw new TypeError(`baseURL is '${baseURL}'; it must be a URL such as http://127.0.0.1:4010.`);
  const [, prefix = "", ofPath] = /^(.*?)(?:\/_session\/([^/]+))?(?:\/v1)?\/?$/.exec(url.pathname) ?? [];
  const session = named ?? ofPath ?? "default";
  const { call, send, listExchanges } = createAdminCall({
    root: `${url.origin}${prefix}/_mock/api`,
    session,
    fetch: (target, init) =>
      fetch(target, init).catch((cause: unknown) => {
        throw new TypeError(`No mock answers at ${url.origin}; start it, or correct baseURL.`, { cause });
      }),
    explain({ method, path, status, code, message = "what answered is not the mock's admin API." }) {
      const what = `${method} ${path} of the session '${session}' answered ${status}`;
      return new AdminError(`${what}: ${message}`, { status, code });
    },
  });
  const changeKey: Admin["keys"]["change"] = (key, body) => call("changeKey", { path: { key }, body });
  const list = async ({ limit, status, hasVerdict, ...filter }: JournalFilter = {}) =>
    listExchanges(
      {
        ...filter,
        ...(status !== undefined && { status: String(status) }),
        ...(hasVerdict !== undefined && { hasVerdict: `${hasVerdict}` as const }),
      },
      limit,
    );

  const controls: Omit<Admin, keyof SentRequests> = {
    session,
    begin: async (world) => void (await call("beginSession", { body: world === undefined ? {} : { world } })),
    forget: () => call("forgetSession"),
    faults: {
      list: async () => (await call("listFaults")).rules,
      add: (body) => call("addFault", { body }),
      remove: (fault) => call("removeFault", { path: { fault } }),
      clear: () => call("clearFaults"),
    },
    replies: {
      list: async () => (await call("listReplies")).replies,
      add: (body) => call("addReply", { body }),
      remove: (reply) => call("removeReply", { path: { reply } }),
      clear: () => call("clearReplies"),
    },
    clock: {
      get: () => call("getClock"),
      advance: (ms) => call("advanceClock", { body: { ms } }),
      freeze: (at) => call("setClock", { body: { isFrozen: true, ...(at && { now: at.toISOString() }) } }),
      run: () => call("setClock", { body: { isFrozen: false } }),
    },
    latency: {
      get: () => call("getLatency"),
      set: (latency) => call("setLatency", { body: typeof latency === "string" ? { preset: latency } : latency }),
    },
    keys: {
      list: async () => (await call("listKeys")).keys,
      create: (body = {}) => call("createKey", { body }),
      change: changeKey,
      revoke: (key) => changeKey(key, { isRevoked: true }),
      rotate: (key) => call("rotateKey", { path: { key } }),
    },
    journal: {
      list,
      get: async (exchange) => (await call("getExchange", { path: { exchange } })) as object as AdminExchange, // its format says so
      export: async () => (await send("exportJournal")).text(),
      clear: () => call("clearJournal"),
      async faultsOfClient() {
        const exchanges = await list({ hasVerdict: true });
        return exchanges.flatMap(({ id, notes: { verdicts } }) =>
          verdicts.filter(({ isGood }) => !isGood).map((verdict) => ({ ...verdict, exchange: id })),
        );
      },
    },
  };
  return { ...controls, ...createSentRequests(controls) };
}
