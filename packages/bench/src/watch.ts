import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { median, table } from "./markdown.ts";
import { mockSubject } from "./mock/subjects.ts";
import type { Section } from "./section.ts";
import { startServer } from "./server.ts";

const folder = dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests"));

/** Duration of calls through the contract tests' `watch` and without it: medians of each round. */
interface WatchMeasurement {
  call: string;
  directMs: number[];
  watchedMs: number[];
}

/** Calls in one turn: judging beside them counts for those that a watch passes on, and not for the direct ones in between. */
const counts = {
  full: { rounds: 5, turns: 10, callsInTurn: 20 },
  quick: { rounds: 1, turns: 1, callsInTurn: 2 },
};

/** Measures the time that a watch adds to a call, by calls in turn over connections that are kept. */
export const watch: Section = {
  name: "watch",
  title: "A watch in between",
  async measure({ isQuick }) {
    await using mock = await startServer(mockSubject);
    await using proxy = await startServer({
      name: "watch",
      command: [
        ...[join(folder, "command.js"), "watch", "--upstream", mock.baseURL, "--log", "json", "--quiet"],
        ...["--port", "0", "--watch-port", "0"],
      ],
    });
    const rows: WatchMeasurement[] = [];
    for (const isStreamed of [false, true]) {
      const times = await measureCalls({ direct: mock.baseURL, watched: proxy.baseURL, isStreamed, isQuick });
      rows.push({ call: isStreamed ? "streamed chat completion" : "chat completion", ...times });
    }
    return { markdown: toMarkdown(rows), figures: { watch: rows } };
  },
};

async function measureCalls(options: { direct: string; watched: string; isStreamed: boolean; isQuick: boolean }) {
  const { direct, watched, isStreamed, isQuick } = options;
  const { rounds, turns, callsInTurn } = isQuick ? counts.quick : counts.full;
  const times = { directMs: [] as number[], watchedMs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const seen = { [direct]: [] as number[], [watched]: [] as number[] };
    for (let turn = 0; turn < turns; turn += 1) {
      // A session of its own, so that no turn runs into the points of those before.
      const headers = { "x-mock-session": `bench-${round}-${turn}`, "x-mock-latency": "instant" };
      for (const [baseURL, values] of Object.entries(seen))
        for (let call = 0; call < callsInTurn; call += 1) values.push(await timeOf(baseURL, { headers, isStreamed }));
    }
    times.directMs.push(median(seen[direct] ?? []));
    times.watchedMs.push(median(seen[watched] ?? []));
  }
  return times;
}

const chat = { model: "gpt-5.2", messages: [{ role: "user", content: "Name one prime." }], max_tokens: 20 };

async function timeOf(
  baseURL: string,
  { headers, isStreamed }: { headers: Record<string, string>; isStreamed: boolean },
): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(`${baseURL}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...chat, stream: isStreamed }),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The mock answered ${response.status}.`);
  return performance.now() - startMs;
}

function toMarkdown(rows: readonly WatchMeasurement[]): string {
  const ms = (values: number[]) => `${median(values).toFixed(2)} ms`;
  return `How long a call of the mock takes without and with the contract tests' \`watch\` in between: median of the rounds' medians.

${table(
  ["call", "without", "with", "added"],
  rows.map(({ call, directMs, watchedMs }) => [
    call,
    ms(directMs),
    ms(watchedMs),
    ms(watchedMs.map((value, round) => value - (directMs[round] ?? Number.NaN))),
  ]),
)}
`;
}
