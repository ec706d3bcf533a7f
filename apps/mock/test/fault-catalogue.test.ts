// @module-tag socket
import {
  operationOf,
  validateResponseBody,
  validateResponseHeaders,
  validateStreamEvent,
} from "@model-access/contract";
import { expect, test } from "vitest";
import { faults } from "../src/index.js";
import { startClient } from "./client.js";
import { dialectNames } from "./dialects.js";
import { eventsOf } from "./events.js";
import { createManualClock, type ManualClock } from "./manual-clock.js";
import { type Exchange, exchange } from "./raw-exchange.js";
import { type ExampleRequest, exampleRequest } from "./requests.js";

const plain = ["createChatCompletion", "createMessage", "createResponse", "listModels"];

interface Seen {
  operationId: string;
  isStream: boolean;
  /** The answer with the fault. */
  bad: Exchange;
  /** The answer to the same request without the fault. */
  good: Exchange;
  /** The events of the good stream, each with its blank line. */
  events: string[];
}

/** The promise of each fault, in bytes. */
const promises: Record<string, (seen: Seen) => void> = {
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 429, 500, 503].map((status) => [
      `status-${status}`,
      (seen: Seen) => isError(seen, status),
    ]),
  ),
  "slow-headers": ({ bad, good }) => expect([bad.status, bad.text]).toEqual([200, good.text]),
  reset: ({ bad }) => expect(bad).toMatchObject({ status: 0, text: "", connection: "reset" }),
  "html-200": ({ bad }) => {
    expect(bad).toMatchObject({ status: 200, isWhole: true, headers: { "content-type": "text/html" } });
    expect(bad.text).toMatch(/^<!doctype html>/);
  },
  "empty-body": ({ bad, good }) => {
    expect(bad).toMatchObject({ status: 200, text: "", isWhole: true });
    expect(bad.headers["content-type"]).toBe(good.headers["content-type"]);
  },
  "cut-json": ({ bad, good }) => {
    expect(bad).toMatchObject({ status: 200, isWhole: false, connection: "reset" });
    expect(bad.headers["content-length"]).toBe(good.headers["content-length"]);
    const bytes = Buffer.concat(good.chunks);
    expect(Buffer.concat(bad.chunks)).toEqual(bytes.subarray(0, bytes.length / 2));
  },
  stall: ({ bad, events }) => {
    expect(bad.text).toBe(firstTwo(events));
    expect(bad).toMatchObject({ isWhole: false, connection: "open" });
  },
  "error-event": ({ operationId, bad, events }) => {
    const [before, after] = halves(bad.text, firstTwo(events));
    expect(before).toBe(firstTwo(events));
    expect(after).toMatch(/^event: error\ndata: .*\n\n$/);
    expect(eventsOf(after).flatMap((event) => validateStreamEvent(operationId, event))).toEqual([]);
    expect(bad).toMatchObject({ isWhole: true, connection: "ended" });
  },
  "error-unnamed": ({ bad, events }) => {
    const [before, after] = halves(bad.text, firstTwo(events));
    expect(before).toBe(firstTwo(events));
    expect(after).toMatch(/^data: \{.*"The model stopped answering\.".*\}\n\n$/);
  },
  "clean-cut": ({ bad, events }) => {
    expect(bad.text).toBe(firstTwo(events));
    expect(bad).toMatchObject({ isWhole: true, connection: "ended" });
  },
  "half-frame": ({ bad, events }) => {
    const bytes = Buffer.from(events[2] ?? "");
    expect(bad.text).toBe(firstTwo(events) + bytes.subarray(0, bytes.length / 2));
    expect(bad).toMatchObject({ isWhole: false, connection: "ended" });
  },
  "broken-json": ({ bad, events }) => {
    const sent = eventTexts(bad.text);
    expect(sent).toHaveLength(events.length);
    expect(sent.filter((event, index) => event !== events[index])).toEqual([sent[2]]);
    expect(() => JSON.parse(/^data: (.*)$/m.exec(sent[2] ?? "")?.[1] ?? "{}")).toThrow(SyntaxError);
  },
  "split-bytes": ({ bad, good }) => {
    expect(bad.text).toBe(good.text);
    expect(bad.chunks.every((chunk) => chunk.length === 1)).toBe(true);
    expect(bad.isWhole).toBe(true);
  },
  "keep-alive-flood": ({ bad, good, events }) => {
    expect(bad.text.split(": keep-alive\n\n")).toHaveLength(events.length * 100 + 1);
    expect(bad.text.replaceAll(": keep-alive\n\n", "")).toBe(good.text);
  },
  "unknown-event": ({ bad, events }) => {
    const sent = eventTexts(bad.text);
    expect(sent[2]).toMatch(/^event: mock\.unknown\ndata: \{.*\}\n\n$/);
    expect(sent.toSpliced(2, 1).map(unnumbered)).toEqual(events.map(unnumbered));
    expect(numbersOf(bad.text)).toEqual(numbersOf(bad.text).map((_, index) => index));
    expect(bad.isWhole).toBe(true);
  },
  "duplicate-end": ({ bad, good, events }) => {
    expect(bad.text).toBe(good.text + events.at(-1));
    expect(bad.isWhole).toBe(true);
  },
};

const rows = faults
  .flatMap(({ name, appliesTo }) => [
    ...(appliesTo === "plain" ? [] : dialectNames.map((operationId) => ({ name, operationId, isStream: true }))),
    ...(appliesTo === "stream" ? [] : plain.map((operationId) => ({ name, operationId, isStream: false }))),
  ])
  .map((row) => ({ ...row, rule: ruleOf(row.name) }));

/** The row of the specification that a fault shows. */
function ruleOf(name: string): string {
  if (name === "status-429") return "(R7.9)";
  if (name.startsWith("status-")) return "(R6.3, R7.1)";
  return name === "error-event" ? "(R6.2)" : "";
}

test.each(rows)("$name keeps its promise to $operationId, stream: $isStream $rule", async ({ name, ...row }) => {
  const request = requestOf(row.operationId, row.isStream);
  const good = await send(request);

  const bad = await send(request, name);

  promises[name]?.({ ...row, bad, good, events: row.isStream ? eventTexts(good.text) : [] });
  expect(bad.text).not.toMatch(/^\s+at .*\.[jt]s/m);
});

test("every fault of the catalogue has its promise tested", () => {
  expect(Object.keys(promises).sort()).toEqual(faults.map(({ name }) => name).sort());
});

/** Every exchange has a mock of its own whose time stands still, so that good and bad answers differ in the fault alone. */
async function send({ url, init }: ExampleRequest, fault?: string): Promise<Exchange> {
  const clock = createManualClock();
  const server = await startClient({ clock });
  const headers = fault === undefined ? {} : { "x-mock-fault": fault };
  const exchanged = exchange(server.port, { url, init }, { headers, quietMs: fault === "stall" ? 200 : 5000 });
  if (fault === "slow-headers") await waitAndAdvance(clock, 5000);
  return exchanged;
}

/** Lets so much time go by as soon as somebody waits for it. */
async function waitAndAdvance(clock: ManualClock, ms: number): Promise<void> {
  await expect.poll(() => clock.sleepers).toBe(1);
  await clock.advance(ms);
}

function requestOf(operationId: string, isStream: boolean): ExampleRequest {
  const takesFlag = operationOf(operationId).method !== "GET" && operationId !== "queryBot";
  return exampleRequest(operationId, takesFlag ? { stream: isStream } : undefined);
}

function isError({ operationId, bad }: Seen, status: number): void {
  expect(bad).toMatchObject({ status, isWhole: true, headers: { "content-type": "application/json" } });
  expect(validateResponseBody(operationId, status, "application/json", JSON.parse(bad.text))).toEqual([]);
  expect(validateResponseHeaders(operationId, status, bad.headers)).toEqual([]);
  expect(bad.headers["retry-after"]).toBe(status === 429 ? "1" : undefined);
}

const eventTexts = (text: string) => text.split(/(?<=\n\n)/);

const firstTwo = (events: string[]) => events.slice(0, 2).join("");

const halves = (text: string, before: string) => [text.slice(0, before.length), text.slice(before.length)] as const;

const unnumbered = (event: string) => event.replace(/"sequence_number":\d+/, "");

const numbersOf = (text: string) => [...text.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number));
