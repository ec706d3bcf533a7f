import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { figuresTable, median } from "./markdown.ts";
import { measureInTurn } from "./measure-in-turn.ts";
import { mockSubject } from "./mock/subjects.ts";
import { startServer } from "./node-process.ts";
import type { Section } from "./run-sections.ts";

const command = join(dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests")), "command.js");

/** Few calls in a round: concurrent judging slows only the watched calls, and not the direct ones in between. */
const counts = { full: { rounds: 50, calls: 20 }, quick: { rounds: 1, calls: 2 } };
const columns = ["chat completion", "streamed chat completion"].map((title) => ({ title, unit: "ms" }));

/** The time that a watch adds to a call, measured by alternate calls over kept-alive connections. */
export const watch: Section = {
  name: "watch",
  title: "A watch in between",
  async measure(isQuick) {
    const { rounds, calls } = isQuick ? counts.quick : counts.full;
    await using mock = await startServer(mockSubject);
    const watching = {
      name: "watch",
      command: [
        ...[command, "watch", "--upstream", mock.baseURL, "--log", "json", "--quiet"],
        ...["--port", "0", "--watch-port", "0"],
      ],
    };
    await using proxy = await startServer(watching);
    const contenders = Object.entries({ without: mock.baseURL, with: proxy.baseURL }).map(([name, baseURL]) => ({
      name,
      start: async () => new AsyncDisposableStack(), // it is running already
      measure: async () => ({
        "chat completion": await timeCalls(baseURL, calls, false),
        "streamed chat completion": await timeCalls(baseURL, calls, true),
      }),
    }));
    const rows = await measureInTurn(contenders, { rounds });
    return `How long a call of the mock takes without and with the contract tests' \`watch\` in between: median of the rounds' medians (lowest to highest).

${figuresTable("watch", columns, rows)}
`;
  },
};

const chat = { model: "gpt-5.2", messages: [{ role: "user", content: "Name one prime." }], max_tokens: 20 };

/** Returns the median time of calls in their own session, so that points suffice. */
async function timeCalls(baseURL: string, calls: number, isStreamed: boolean): Promise<number> {
  const authorization = "Bearer sk-mock-full";
  const session = { "x-mock-session": randomUUID(), "x-mock-latency": "instant" };
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const startMs = performance.now();
    const response = await fetch(`${baseURL}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...session },
      body: JSON.stringify({ ...chat, stream: isStreamed }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The mock answered ${response.status}.`);
    times.push(performance.now() - startMs);
  }
  return median(times);
}
