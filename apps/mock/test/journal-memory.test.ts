import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createJournal } from "../src/journal/journal.js";
import { createJournalBudget } from "../src/journal/journal-budget.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The suite asks for a sixteenth of what the schedule asks for: every exchange is as large, and there are as many per byte. */
const share = process.env.FUZZ_RUNS === undefined ? 1 / 16 : 1;
const limit = 256 * 1024 * 1024 * share;
const exchanges = Math.ceil(1000 * share);

/** The bytes in use once nothing more can be collected: one collection leaves what died while it was under way. */
function usedBytes(): number {
  let used = Number.POSITIVE_INFINITY;
  for (;;) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external >= used) return used;
    used = heapUsed + external;
  }
}

test.each([
  { title: "long pieces", piece: (number: number) => `${number} ${"漢".repeat(40_000)}`, pieces: 14 },
  { title: "pieces of a byte", piece: (number: number) => String.fromCharCode(97 + (number % 26)), pieces: 11_000 },
  {
    title: "pieces of a stream",
    piece: (number: number) => `data: {"n":${number},"text":"${"é".repeat(99)}"}\n\n`,
    pieces: 3500,
  },
])("exchanges with $title stay under the limit in bytes, all sessions together", ({ piece, pieces }) => {
  const before = usedBytes();
  const budget = createJournalBudget(limit);
  const journals = Array.from({ length: 4 }, () => createJournal(1000, budget));

  for (let number = 0; number < exchanges; number += 1) {
    const journal = journals[number % journals.length];
    const headers = { authorization: `Bearer ${number}`, ...(number % 2 === 0 && { "x-long": "h".repeat(12_000) }) };
    const entry = journal?.begin(
      {
        method: "POST",
        path: "/v1/chat/completions",
        query: new URLSearchParams(),
        target: "/v1/chat/completions",
        headers,
        body: new Uint8Array(200_000),
        origin: "http://127.0.0.1",
        isLocal: true,
      },
      number,
    );
    if (entry === undefined) continue;
    journal?.answer(entry, { status: 200, headers: {}, atMs: 0, chunks: [], endMs: 0, ending: "open" });
    for (let at = 0; at < pieces; at += 1) journal?.keep(entry, { atMs: at + 0.5, chunk: piece(at) });
  }

  expect(journals.reduce((sum, { length }) => sum + length, 0)).toBe(exchanges);
  expect(usedBytes() - before).toBeLessThan(limit);
});

test("of a long body the journal holds no more memory than what it shows", () => {
  const call = { method: "POST", path: "/", target: "/", query: new URLSearchParams(), headers: {}, isLocal: true };
  const body = Buffer.alloc(1_000_000, "x");

  const { call: kept, omittedBytes } = createJournal(1).begin({ ...call, body, origin: "http://127.0.0.1" }, 0);

  expect(kept.body?.length).toBe(1_000_000 - omittedBytes);
  expect(kept.body?.buffer.byteLength).toBe(kept.body?.length);
});
