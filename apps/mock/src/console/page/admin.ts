import type { ExchangeRecord, Model, ParameterControls } from "@model-access/contract";
import type { components } from "../../generated/admin-api.js";

type Schemas = components["schemas"];

export type Conditions = Schemas["Conditions"];
export type Clock = Schemas["Clock"];
export type Fault = Schemas["Fault"];
export type FaultRule = Schemas["FaultRule"];
export type Key = Schemas["Key"];
export type Latency = Schemas["Latency"];
export type NewFaultRule = Schemas["NewFaultRule"];
export type NewKey = Schemas["NewKey"];
export type NewReply = Schemas["NewScriptedReply"];
export type Reply = Schemas["ScriptedReply"];
export type Session = Schemas["Session"];
/** A model or bot; its document says of the contract's own shapes only that they are objects. */
export type Bot = Omit<Schemas["Bot"], "model" | "controls"> & { model: Model; controls?: ParameterControls };
/** An exchange as the journal lists it. */
export type ExchangeSummary = Schemas["ExchangeSummary"];
/** A whole exchange; its document describes request and response by the name of their format only. */
export type Exchange = ExchangeRecord & Pick<Schemas["Exchange"], "notes">;

/** The filters of the journal; an empty text lets everything through. */
export interface JournalFilter {
  operationId: string;
  /** The name of the key. */
  key: string;
  status: string;
  hasVerdict: string;
  /** Something that stands anywhere in the exchange, in capitals or not. */
  text: string;
}

/** The exchanges that fit, oldest first, and whether there are older ones. */
export interface JournalPage {
  exchanges: ExchangeSummary[];
  hasMore: boolean;
}

/** The admin API for one session. Each call rejects with the sentence of the mock where it refuses. */
export type Admin = ReturnType<typeof createAdmin>;

const root = "/_mock/api/sessions";

export function createAdmin(session: string) {
  const own = `${root}/${encodeURIComponent(session)}`;

  return {
    session,
    journalFile: `${own}/journal.jsonl`,
    journalEvents: `${own}/journal/events`,
    listSessions: async () => (await get<{ sessions: Session[] }>(root)).sessions,
    getSession: () => get<Session>(own),
    /** Resets it, in the same world. */
    beginSession: async () => send<Session>("PUT", own, { world: (await get<Session>(own)).world }),
    forgetSession: (name: string) => send("DELETE", `${root}/${encodeURIComponent(name)}`),
    setClock: (clock: Partial<Clock>) => send<Clock>("PUT", `${own}/clock`, clock),
    advanceClock: (ms: number) => send<Clock>("POST", `${own}/clock/advance`, { ms }),
    getLatency: () => get<Latency>(`${own}/latency`),
    setLatency: (latency: Schemas["NewLatency"]) => send<Latency>("PUT", `${own}/latency`, latency),
    listKeys: async () => (await get<{ keys: Key[] }>(`${own}/keys`)).keys,
    createKey: (key: NewKey) => send<Key>("POST", `${own}/keys`, key),
    changeKey: (key: string, change: Partial<Key>) =>
      send<Key>("PATCH", `${own}/keys/${encodeURIComponent(key)}`, change),
    rotateKey: (key: string) => send<Key>("POST", `${own}/keys/${encodeURIComponent(key)}/rotate`),
    listFaults: () => get<{ rules: FaultRule[]; catalogue: Fault[] }>(`${own}/faults`),
    addFault: (rule: NewFaultRule) => send<FaultRule>("POST", `${own}/faults`, rule),
    removeFault: (id: string) => send("DELETE", `${own}/faults/${encodeURIComponent(id)}`),
    clearFaults: () => send("DELETE", `${own}/faults`),
    listReplies: async () => (await get<{ replies: Reply[] }>(`${own}/replies`)).replies,
    addReply: (reply: NewReply) => send<Reply>("POST", `${own}/replies`, reply),
    removeReply: (id: string) => send("DELETE", `${own}/replies/${encodeURIComponent(id)}`),
    clearReplies: () => send("DELETE", `${own}/replies`),
    listBots: async () => (await get<{ bots: Bot[] }>(`${own}/bots`)).bots,
    clearJournal: () => send("DELETE", `${own}/journal`),
    listExchanges(filter: JournalFilter, { limit, before }: { limit: number; before?: string | undefined }) {
      const query = new URLSearchParams({ limit: String(limit), ...(before !== undefined && { before }) });
      for (const [name, value] of Object.entries(filter)) if (value !== "") query.set(name, value);
      return get<JournalPage>(`${own}/journal?${query}`);
    },
    getExchange: (id: string) => get<Exchange>(`${own}/journal/${encodeURIComponent(id)}`),
  };
}

const get = <Value>(path: string) => send<Value>("GET", path);

async function send<Value = undefined>(method: string, path: string, body?: unknown): Promise<Value> {
  const response = await fetch(path, {
    method,
    headers: { "x-mock-admin": "1" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error("The mock does not answer. Is it still running?");
  });
  const text = await response.text();
  if (!response.ok) throw new Error(refusalIn(text) ?? `The mock answered ${response.status}.`);
  return (text === "" ? undefined : JSON.parse(text)) as Value; // as the document of the admin API says
}

function refusalIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}
