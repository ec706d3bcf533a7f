import { readExchanges, writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { type Answer, type Call, streamOfChunks } from "../src/call.js";
import { ConnectionFault } from "../src/faults/connection-fault.js";
import { exchangeOf } from "../src/journal/exchange-of.js";
import { createJournal } from "../src/journal/journal.js";
import { watchAnswer } from "../src/journal/watch-answer.js";

const key = "sk-mock-secret-0123456789";
const call: Call = {
  method: "POST",
  path: "/v1/chat/completions",
  query: new URLSearchParams(),
  target: "/v1/chat/completions",
  headers: { authorization: `Bearer ${key}`, "x-hint": `as ${key}` },
  body: Buffer.from(`{"text":"${key}"}`),
  origin: "http://127.0.0.1",
  isLocal: true,
};
function watch(answer: Answer) {
  let nowMs = 1000;
  const journal = createJournal(10);
  const entry = journal.begin(call, nowMs);
  const ended: string[] = [];
  const now = () => {
    nowMs += 10;
    return nowMs;
  };
  journal.subscribe((id) => ended.push(id));
  const watched = watchAnswer(answer, { entry, now, journal });
  return { watched, entry, ended };
}

async function drain(answer: Answer, until = Number.POSITIVE_INFINITY): Promise<void> {
  if (typeof answer.body !== "function") return;
  const reader = new AbortController();
  let count = 0;
  await answer.body(reader.signal, () => {
    count += 1;
    if (count === until) reader.abort();
  });
}

const streamOf = (failure?: Error): Answer["body"] =>
  streamOfChunks(async function* () {
    yield "data: 1\n\n";
    yield "data: 2\n\n";
    if (failure !== undefined) throw failure;
  });

test("a plain answer is over when it is made", () => {
  const { entry, ended } = watch({ status: 200, headers: {}, body: "{}" });

  expect(entry.response).toMatchObject({ status: 200, chunks: [{ chunk: "{}" }], ending: "complete" });
  expect(ended).toEqual(["x-1"]);
});

test("a stream is kept piece by piece, with the time of each", async () => {
  const { watched, entry, ended } = watch({ status: 200, headers: {}, body: streamOf() });

  expect(entry.response?.ending).toBe("open");
  await drain(watched);

  expect(entry.response?.chunks).toEqual([
    { atMs: 1020, chunk: "data: 1\n\n" },
    { atMs: 1030, chunk: "data: 2\n\n" },
  ]);
  expect(entry.response?.ending).toBe("complete");
  expect(ended).toEqual(["x-1"]);
});

test.each([
  ["left", undefined, 1],
  ["reset", new ConnectionFault("reset"), Number.POSITIVE_INFINITY],
  ["cut", new ConnectionFault("close"), Number.POSITIVE_INFINITY],
])("a stream that does not come whole is %s", async (ending, failure, until) => {
  const { watched, entry, ended } = watch({ status: 200, headers: {}, body: streamOf(failure) });

  await drain(watched, until).catch(() => undefined);

  expect(entry.response?.ending).toBe(ending);
  expect(ended).toEqual(["x-1"]);
});

test("a record is one of the exchange format, and has no key in it", () => {
  const { entry } = watch({ status: 401, headers: { "x-echo": key }, body: `{"message":"${key}"}` });

  const line = writeExchange(exchangeOf(entry, { keys: [], notes: {} }));

  expect(readExchanges(line)).toHaveLength(1);
  expect(line).not.toContain(key.slice(0, 8));
  expect(readExchanges(line)[0]?.request.headers).toEqual([
    ["authorization", "[key]"],
    ["x-hint", "as [key]"],
  ]);
});

test("the oldest exchanges make room, and of a long body only the beginning is kept", () => {
  const journal = createJournal(2);
  const long = { ...call, body: Buffer.alloc(70_000, 97) };

  for (let number = 0; number < 5; number += 1) journal.begin(long, number);
  const first = journal.fromEnd(1);

  expect([journal.length, first?.id, journal.fromEnd(0)?.id, journal.find("x-3")]).toEqual([
    2,
    "x-4",
    "x-5",
    undefined,
  ]);
  expect(first && exchangeOf(first, { keys: [], notes: {} }).request.body).toMatchObject({
    omittedBytes: 70_000 - 65_536,
  });
});

test("of a long body the journal holds no more memory than what it shows", () => {
  const body = Buffer.alloc(1_000_000, "x");

  const { call: kept, omittedBytes } = createJournal(1).begin({ ...call, body }, 0);

  expect(kept.body?.length).toBe(1_000_000 - omittedBytes);
  expect(kept.body?.buffer.byteLength).toBe(kept.body?.length);
});
