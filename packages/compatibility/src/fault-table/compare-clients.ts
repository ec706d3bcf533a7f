import type { ComparedCall, ComparedClient } from "./compared-clients.ts";
import type { Dialect, Mode } from "./dialect.ts";
import { faultCases } from "./expected-outcomes.ts";

/** Outcome of a call: `whole` is the same reply as without the fault. */
export type Verdict = "whole" | "typed error" | "untyped error" | "silent" | "hangs";

/** Outcome of one fault for one client. */
export interface Comparison {
  fault: string;
  mode: Mode;
  client: string;
  dialect: Dialect;
  verdict: Verdict;
}

/** Deadlines of the clients that have some. */
const limitMs = 1_000;
/** Runs the fault table with every client in every interface that it speaks. */
export async function compareClients({
  clients,
  baseURL,
  patienceMs = 6_000,
}: {
  clients: readonly ComparedClient[];
  /** Of the mock. */
  baseURL: string;
  /** A call that takes longer than this hangs. */
  patienceMs?: number;
}): Promise<Comparison[]> {
  const calls = clients.flatMap((client) =>
    faultCases
      .filter(({ dialect }) => client.dialects.includes(dialect))
      .map(({ fault, dialect, mode }) => ({ client, fault, dialect, mode })),
  );
  const comparisons: Comparison[] = [];
  const waiting = calls.entries();
  // A few at a time: most of the time of the whole is waiting for calls that hang.
  const worker = async () => {
    for (const [index, { client, fault, dialect, mode }] of waiting) {
      const call = { baseURL, dialect, mode, limitMs, headers: { "x-mock-fault": fault } };
      const verdict = await judge(client, call, patienceMs);
      comparisons[index] = { fault, mode, client: client.name, dialect, verdict };
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return comparisons;
}

async function judge(client: ComparedClient, call: ComparedCall, patienceMs: number): Promise<Verdict> {
  const whole = await client.ask({ ...call, headers: {} });
  if (whole === "") throw new Error(`${client.name} got no text from ${call.dialect}, ${call.mode}, without a fault.`);

  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<"hangs">((resolve) => {
    timer = setTimeout(resolve, patienceMs, "hangs");
  });
  const verdict = client.ask(call).then(
    (text) => (text === whole ? "whole" : "silent"),
    (error: unknown) => (client.isTyped(error) ? "typed error" : "untyped error"),
  );
  return Promise.race([verdict, patience]).finally(() => clearTimeout(timer));
}
