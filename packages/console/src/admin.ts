import type { components } from "@model-access/admin-api";
import { type AdminParameters, createAdminCall } from "@model-access/admin-api/call";
import type { ExchangeRecord, Model, ParameterControls } from "@model-access/contract";

type Schemas = components["schemas"];

export type Clock = Schemas["Clock"];
export type Fault = Schemas["Fault"];
export type FaultRule = Schemas["FaultRule"];
export type Key = Schemas["Key"];
export type Latency = Schemas["Latency"];
export type NewLatency = Schemas["NewLatency"];
export type Reply = Schemas["ScriptedReply"];
export type NewReply = Schemas["NewScriptedReply"];
export type Conditions = Schemas["Conditions"];
export type Session = Schemas["Session"];
/** A model or bot; its document says of the contract's own shapes only that they are objects. */
export type Bot = Omit<Schemas["Bot"], "model" | "controls"> & { model: Model; controls?: ParameterControls };
export type ExchangeSummary = Schemas["ExchangeSummary"];
/** A whole exchange; its document describes request and response by the name of their format only. */
export type Exchange = ExchangeRecord & Pick<Schemas["Exchange"], "notes">;
export type JournalFilter = Omit<AdminParameters<"listExchanges", "query">, "limit" | "before">;

/** The admin API for one session, each call by the id of its operation. A refusal is thrown as the sentence of the mock. */
export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin(session: string) {
  const root = "/_mock/api";
  const { call, listExchanges } = createAdminCall({
    root,
    session,
    fetch: (url, init) =>
      fetch(url, init).catch(() => {
        throw new Error("The mock does not answer. Is it still running?");
      }),
    explain: ({ status, message = `The mock answered ${status}.` }) => new Error(message),
  });
  const journal = `${root}/sessions/${encodeURIComponent(session)}/journal`;
  return {
    session,
    call,
    journalFile: `${journal}.jsonl`,
    journalEvents: `${journal}/events`,
    /** The last so many exchanges that match, newest first. */
    listExchanges: async (filter: JournalFilter, most: number) => (await listExchanges(filter, most)).reverse(),
    listBots: async () => (await call("listBots")).bots as unknown as Bot[],
    getExchange: async (exchange: string) => (await call("getExchange", { path: { exchange } })) as unknown as Exchange,
  };
}
