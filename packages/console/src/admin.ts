import type { components, paths } from "@model-access/admin-api";
import type { ExchangeRecord, Model, ParameterControls } from "@model-access/contract";
import createClient from "openapi-fetch";

type Schemas = components["schemas"];

export type Clock = Schemas["Clock"];
export type Fault = Schemas["Fault"];
export type FaultRule = Schemas["FaultRule"];
export type Key = Schemas["Key"];
export type Latency = Schemas["Latency"];
export type Reply = Schemas["ScriptedReply"];
export type NewReply = Schemas["NewScriptedReply"];
export type Conditions = Schemas["Conditions"];
export type Session = Schemas["Session"];
/** A model or bot; its document says of the contract's own shapes only that they are objects. */
export type Bot = Omit<Schemas["Bot"], "model" | "controls"> & { model: Model; controls?: ParameterControls };
/** An exchange as the journal lists it. */
export type ExchangeSummary = Schemas["ExchangeSummary"];
/** A whole exchange; its document describes request and response by the name of their format only. */
export type Exchange = ExchangeRecord & Pick<Schemas["Exchange"], "notes">;
type JournalQuery = NonNullable<paths["/sessions/{session}/journal"]["get"]["parameters"]["query"]>;
/** The conditions of the exchanges to list. */
export type JournalFilter = Omit<JournalQuery, "limit" | "before">;

/** The admin API for one session. Each call rejects with the sentence of the mock if it refuses. */
export type Admin = ReturnType<typeof createAdmin>;

/** The longest page of the journal that the admin API gives. */
const longestPage = 1000;

export function createAdmin(session: string) {
  const client = createClient<paths>({ baseUrl: "/_mock/api", headers: { "x-mock-admin": "1" } });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw new Error(refusalIn(await response.text()) ?? `The mock answered ${response.status}.`);
    },
    onError: () => new Error("The mock does not answer. Is it still running?"),
  });
  const path = { session };
  const own = { params: { path } };
  const ofKey = (key: string) => ({ params: { path: { session, key } } });
  const file = `/_mock/api/sessions/${encodeURIComponent(session)}/journal`;

  return {
    session,
    journalFile: `${file}.jsonl`,
    journalEvents: `${file}/events`,
    listSessions: async () => (await read(client.GET("/sessions"))).sessions,
    getSession: () => read(client.GET("/sessions/{session}", own)),
    beginSession: (world: string) => read(client.PUT("/sessions/{session}", { ...own, body: { world } })),
    forgetSession: (name: string) => client.DELETE("/sessions/{session}", { params: { path: { session: name } } }),
    setClock: (body: { isFrozen: boolean }) => read(client.PUT("/sessions/{session}/clock", { ...own, body })),
    advanceClock: (ms: number) => read(client.POST("/sessions/{session}/clock/advance", { ...own, body: { ms } })),
    getLatency: () => read(client.GET("/sessions/{session}/latency", own)),
    setLatency: (body: Schemas["NewLatency"]) => read(client.PUT("/sessions/{session}/latency", { ...own, body })),
    listKeys: async () => (await read(client.GET("/sessions/{session}/keys", own))).keys,
    createKey: (body: Schemas["NewKey"]) => read(client.POST("/sessions/{session}/keys", { ...own, body })),
    changeKey: (key: string, body: { isRevoked: boolean }) =>
      read(client.PATCH("/sessions/{session}/keys/{key}", { ...ofKey(key), body })),
    rotateKey: (key: string) => read(client.POST("/sessions/{session}/keys/{key}/rotate", ofKey(key))),
    listFaults: () => read(client.GET("/sessions/{session}/faults", own)),
    addFault: (body: Schemas["NewFaultRule"]) => read(client.POST("/sessions/{session}/faults", { ...own, body })),
    removeFault: (fault: string) =>
      client.DELETE("/sessions/{session}/faults/{fault}", { params: { path: { session, fault } } }),
    clearFaults: () => client.DELETE("/sessions/{session}/faults", own),
    listReplies: async () => (await read(client.GET("/sessions/{session}/replies", own))).replies,
    addReply: (body: NewReply) => read(client.POST("/sessions/{session}/replies", { ...own, body })),
    removeReply: (reply: string) =>
      client.DELETE("/sessions/{session}/replies/{reply}", { params: { path: { session, reply } } }),
    clearReplies: () => client.DELETE("/sessions/{session}/replies", own),
    listBots: async () => (await read(client.GET("/sessions/{session}/bots", own))).bots as unknown as Bot[],
    clearJournal: () => client.DELETE("/sessions/{session}/journal", own),
    /** The last so many exchanges that match, newest first, page by page. */
    async listExchanges(filter: JournalFilter, most: number): Promise<ExchangeSummary[]> {
      const found: ExchangeSummary[] = [];
      for (let hasMore = true; hasMore && found.length < most; ) {
        const before = found.at(-1)?.id;
        const limit = String(Math.min(most - found.length, longestPage));
        const query = { ...filter, limit, ...(before !== undefined && { before }) };
        const page = await read(client.GET("/sessions/{session}/journal", { params: { path, query } }));
        found.push(...page.exchanges.reverse());
        hasMore = page.hasMore;
      }
      return found;
    },
    async getExchange(exchange: string): Promise<Exchange> {
      const params = { path: { session, exchange } };
      return (await read(client.GET("/sessions/{session}/journal/{exchange}", { params }))) as unknown as Exchange;
    },
  };
}

/** Returns the data of an answer; a refusal has been thrown before. */
async function read<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

function refusalIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Schemas["Error"]).error?.message;
  } catch {
    return undefined;
  }
}
