// Checks the page that compares clients: each client's outcome of every fault, with its documented first usage, without retries.
import { readFileSync } from "node:fs";
import Anthropic, { AnthropicError } from "@anthropic-ai/sdk";
import { startMock } from "@model-access/mock";
import { ModelAccess, ModelAccessError } from "@model-access/sdk";
import { AISDKError } from "ai";
import OpenAI, { OpenAIError } from "openai";
import { afterAll, expect, test } from "vitest";
import { askAISDK, providerModels } from "../src/fault-table/ask-ai-sdk.ts";
import { askOurClient } from "../src/fault-table/ask-our-client.ts";
import { type Dialect, dialects, type Mode, models, question } from "../src/fault-table/dialect.ts";
import { type FaultCase, faultCases } from "../src/fault-table/expected-outcomes.ts";
import { readVersion } from "../src/version.ts";

interface Call {
  dialect: Dialect;
  mode: Mode;
  headers?: Record<string, string>;
  /** The deadline for a fault that is silence. No other verdict has one, so that none depends on the machine's load. */
  limitMs?: number;
}

type Fault = Pick<FaultCase, "fault" | "mode" | "silentAfter">;

interface Client {
  dialects: readonly Dialect[];
  /** Returns the text of the reply. */
  ask(call: Call): Promise<string>;
  /** True if an error has one of the client's own classes, so that programs can tell what happened. */
  isTyped(error: unknown): boolean;
}

const mock = await startMock({ latency: "instant", requestsPerMinute: 1_000_000 });
afterAll(() => mock.close());

/** A call that takes this long, far beyond its deadline, hangs. */
const limitMs = 10_000;
const patienceMs = 60_000;
const settings = { apiKey: "sk-mock-full", maxRetries: 0, logLevel: "off" as const };
const messages = [{ role: "user" as const, content: question }];

const clients: Record<string, Client> = {
  "@model-access/sdk": {
    dialects,
    isTyped: (error) => error instanceof ModelAccessError,
    ask({ dialect, mode, headers = {}, limitMs: total = 600_000 }) {
      const client = new ModelAccess({
        ...{ apiKey: "sk-mock-full", baseURL: mock.baseURL, maxRetries: 0, defaultHeaders: headers },
        timeouts: { headers: total, firstContent: total, betweenContents: total, total },
      });
      return askOurClient(client, { dialect, mode });
    },
  },
  openai: {
    dialects: ["chat", "responses"],
    isTyped: (error) => error instanceof OpenAIError,
    async ask({ dialect, mode, headers: defaultHeaders = {}, limitMs: timeout }) {
      const baseURL = `${mock.baseURL}/v1`;
      const { chat, responses } = new OpenAI({ ...settings, baseURL, defaultHeaders, timeout });
      if (dialect === "chat") {
        const request = { model: models.chat, messages };
        if (mode === "plain") return (await chat.completions.create(request)).choices[0]?.message.content ?? "";
        return join(
          await chat.completions.create({ ...request, stream: true }),
          ({ choices }) => choices[0]?.delta.content,
        );
      }
      const request = { model: models.responses, input: question };
      if (mode === "plain") return (await responses.create(request)).output_text;
      return join(await responses.create({ ...request, stream: true }), (event) =>
        event.type === "response.output_text.delta" ? event.delta : "",
      );
    },
  },
  "@anthropic-ai/sdk": {
    dialects: ["messages"],
    isTyped: (error) => error instanceof AnthropicError,
    async ask({ mode, headers: defaultHeaders = {}, limitMs: timeout }) {
      const client = new Anthropic({ ...settings, baseURL: mock.baseURL, defaultHeaders, timeout });
      const request = { model: models.messages, max_tokens: 400, messages };
      if (mode === "plain") {
        const { content } = await client.messages.create(request);
        return content.map((block) => (block.type === "text" ? block.text : "")).join("");
      }
      return join(await client.messages.create({ ...request, stream: true }), (event) =>
        event.type === "content_block_delta" && event.delta.type === "text_delta" ? event.delta.text : "",
      );
    },
  },
  ai: {
    dialects: ["chat", "messages", "responses"],
    isTyped: (error) => AISDKError.isInstance(error),
    ask({ dialect, ...options }) {
      const names = { chat: "openai-compatible", messages: "anthropic", responses: "openai (responses)" } as const;
      const make = providerModels[`@ai-sdk/${names[dialect as keyof typeof names]}`];
      return askAISDK(make({ apiKey: "sk-mock-full", baseURL: `${mock.baseURL}/v1` }), options);
    },
  },
};

async function join<Event>(events: AsyncIterable<Event>, read: (event: Event) => string | null | undefined) {
  let text = "";
  for await (const event of events) text += read(event) ?? "";
  return text;
}

/** Returns the page's word for a client's outcome. */
async function findVerdict({ ask, isTyped }: Client, call: Call, { fault, silentAfter }: Fault): Promise<string> {
  const whole = await ask(call);
  if (whole === "") throw new Error(`There is no text from ${call.dialect}, ${call.mode}, without a fault.`);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, "hangs");
  });
  const limit = silentAfter === undefined ? {} : { limitMs };
  const verdict = ask({ ...call, ...limit, headers: { "x-mock-fault": fault } }).then(
    (text) => (text === whole ? "whole" : "silent"),
    (error: unknown) => (isTyped(error) ? "typed error" : "untyped error"),
  );
  return Promise.race([verdict, patience]).finally(() => clearTimeout(timer));
}

/** Returns a client's cell: its verdict, by interface if they differ. */
async function fillCell(client: Client, fault: Fault): Promise<string> {
  const { mode } = fault;
  const cases = faultCases.filter((row) => row.fault === fault.fault && row.mode === mode);
  const spoken = client.dialects.filter((name) => cases.some(({ dialect }) => dialect === name));
  const verdicts = await Promise.all(spoken.map((dialect) => findVerdict(client, { dialect, mode }, fault)));
  const said = [...new Set(verdicts)];
  if (said.length === 1) return said.join();
  return said.map((one) => `${one} (${spoken.filter((_, at) => verdicts[at] === one).join(", ")})`).join(", ");
}

const page = readFileSync(new URL("../../../docs/sdk/other-clients.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` \| (plain|stream) \| (.+) \|$/gm)];
const calls = new Map(faultCases.map((row) => [`${row.fault} ${row.mode}`, row]));

test.concurrent.each([...calls.values()])("the page has each client's outcome of $fault, $mode", async (call) => {
  const [, , , said] = rows.find(([, fault, mode]) => fault === call.fault && mode === call.mode) ?? [];

  const cells = await Promise.all(Object.values(clients).map((client) => fillCell(client, call)));

  // Faults with the same outcome in all clients have no row.
  expect(new Set(cells).size === 1 ? undefined : cells.join(" | ")).toBe(said);
});

test("the page names the clients, their versions, and only existing faults", () => {
  const others = Object.keys(clients).slice(1);

  expect(page).toContain(`| fault | reply | ${Object.keys(clients).join(" | ")} |`);
  expect(page).toContain(`(${others.map((name) => `${name} ${readVersion(name)}`).join(", ")})`);
  for (const [, fault, mode] of rows) expect([...calls.keys()]).toContain(`${fault} ${mode}`);
});
