import { expect, test } from "vitest";
import { compareClients } from "../src/fault-table/compare-clients.ts";
import type { ComparedClient } from "../src/fault-table/compared-clients.ts";
import { comparisonMarkdown } from "../src/fault-table/comparison-markdown.ts";

/** A client of the chat interface that meets every fault in one way. */
function clientThat(name: string, meetFault: () => Promise<string>): ComparedClient {
  return {
    name,
    dialects: ["chat"],
    isTyped: (error) => error instanceof RangeError,
    ask: ({ headers }) => (headers["x-mock-fault"] === undefined ? Promise.resolve("Seven.") : meetFault()),
  };
}

const clients = [
  clientThat("unmoved", async () => "Seven."),
  clientThat("silent", async () => "Sev"),
  clientThat("typed", () => Promise.reject(new RangeError("No."))),
  clientThat("untyped", () => Promise.reject(new TypeError("No."))),
  clientThat("hanging", () => new Promise(() => {})),
];

test("a client is judged by what its caller gets to see", async () => {
  const comparisons = await compareClients({ clients, baseURL: "http://mock", patienceMs: 1 });

  const verdicts = new Map(clients.map(({ name }) => [name, new Set<string>()]));
  for (const { client, verdict } of comparisons) verdicts.get(client)?.add(verdict);
  expect(Object.fromEntries(verdicts)).toEqual({
    unmoved: new Set(["whole"]),
    silent: new Set(["silent"]),
    typed: new Set(["typed error"]),
    untyped: new Set(["untyped error"]),
    hanging: new Set(["hangs"]),
  });
});

test("a client that gets no text without a fault is no comparison", async () => {
  const mute = clientThat("mute", async () => "");
  const comparing = compareClients({ clients: [{ ...mute, ask: async () => "" }], baseURL: "http://mock" });

  await expect(comparing).rejects.toThrow("mute got no text from chat, plain, without a fault.");
});

test("faults that all take alike are no rows of the table", () => {
  const row = { fault: "reset", mode: "plain", dialect: "chat", verdict: "typed error" } as const;

  const markdown = comparisonMarkdown(
    [
      { ...row, client: "one" },
      { ...row, client: "two" },
      { ...row, client: "one", fault: "clean-cut", mode: "stream" },
      { ...row, client: "two", fault: "clean-cut", mode: "stream", verdict: "silent" },
      { ...row, client: "two", fault: "clean-cut", mode: "stream", dialect: "responses" },
    ],
    { date: "2026-11-21", versions: ["one 1.0.0", "two 2.0.0"] },
  );

  expect(markdown).toContain("| two | 0 | 2 | 0 | 1 | 0 |");
  expect(markdown).toContain("| `clean-cut` | stream | typed error | silent (chat), typed error (responses) |");
  expect(markdown).toContain("- typed error: `reset` (plain)");
});
