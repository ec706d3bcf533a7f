import autocannon from "autocannon";
import type { Column } from "../markdown.ts";
import { measureInTurn, type Row } from "../measure-in-turn.ts";
import { type Server, type Subject, startServer } from "../node-process.ts";

/** A load: a repeated chat request. */
export interface Load {
  name: string;
  body: string;
  /** The status from a server that validates. */
  status: number;
}

const request = { model: "GPT-5.2", messages: [{ role: "user", content: "Name one prime number." }] };

export const validRequest: Load = {
  name: "valid chat request",
  body: JSON.stringify({ ...request, max_tokens: 64 }),
  status: 200,
};

export const refusedRequest: Load = {
  name: "refused chat request",
  body: JSON.stringify({ ...request, temperature: 3 }),
  status: 400,
};

export const requestColumns: Column[] = [validRequest, refusedRequest].map(({ name }) => ({
  title: name,
  unit: "µs",
  ratioTo: "first row",
}));

/** Measures the CPU time of a server per request of each load, over 16 connections. */
export function measureRequests(
  subjects: readonly (Subject & { loads: Load[] })[],
  { rounds, amount, warmUp }: { rounds: number; amount: number; warmUp: number },
): Promise<Row[]> {
  return measureInTurn(
    subjects.map(({ loads, ...subject }) => ({
      name: subject.name,
      start: () => startServer(subject),
      async warmUp(server: Server) {
        for (const load of loads) await sendLoad(server.baseURL, load, warmUp);
      },
      async measure(server: Server) {
        const figures: Record<string, number> = {};
        for (const load of loads) {
          const before = await server.usage();
          await sendLoad(server.baseURL, load, amount);
          figures[load.name] = (((await server.usage()).cpuMs - before.cpuMs) * 1000) / amount;
        }
        return figures;
      },
    })),
    { rounds },
  );
}

export const startColumns: Column[] = [{ title: "CPU time", unit: "ms", ratioTo: "first row" }];

/** Measures the CPU time of a fresh server until its first answer. */
export function measureStarts(subjects: readonly Subject[], rounds: number): Promise<Row[]> {
  return measureInTurn(
    subjects.map((subject) => ({
      name: subject.name,
      start: () => startServer(subject),
      measure: async (server: Server) => ({ "CPU time": (await server.usage()).cpuMs }),
    })),
    { rounds, isFresh: true },
  );
}

/** Sends a load `amount` times. Rejects if any answer has another status. */
async function sendLoad(baseURL: string, { name, body, status }: Load, amount: number): Promise<void> {
  const { errors, statusCodeStats } = await autocannon({
    url: `${baseURL}/v1/chat/completions`,
    method: "POST",
    headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
    body,
    connections: Math.min(16, amount),
    amount,
  });
  const statuses = Object.keys(statusCodeStats ?? {}).join(", ");
  if (errors > 0 || statuses !== String(status))
    throw new Error(`${baseURL}, ${name}: ${errors} errors, statuses ${statuses}; expected ${status} only.`);
}
