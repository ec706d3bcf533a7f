import { createGzip, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findings, runOnResults } from "./deployment.ts";

const page = 1_500;

test.each(["chat/stream-usage", "messages/stream", "responses/stream"])(
  "fails %s if it comes in pages of a buffer, as streams of all interfaces may not",
  async (call) => {
    const report = await runOnResults(
      ({ reply, ...result }) => {
        if (reply === undefined) return result;
        const cuts = Array.from({ length: Math.floor(reply.body.length / page) }, (_, at) => (at + 1) * page);
        const pieces = [...cuts, reply.body.length].map((end, at) => ({ atMs: 600 * (at + 1), end }));
        return { ...result, reply: { ...reply, pieces } };
      },
      { only: ["models", call] },
    );

    expect(findings(report)).toEqual({ [`${call}/not-held-back`]: "fail" });
  },
);

test.each([
  ["fails", "a gateway compresses it whole", { "chat/stream-usage/not-held-back": "fail" }, packedWhole],
  ["passes", "a gateway compresses it event by event", {}, packedByEvent],
] as const)("%s a stream that a client takes compressed if %s", async (_outcome, _what, found, pack) => {
  const report = await runOnResults(
    async (result, _exchange, { headers }) => {
      const { reply } = result;
      if (reply === undefined || !/gzip/.test(String(headers["accept-encoding"]))) return result;
      const rawHeaders: [string, string][] = [...reply.rawHeaders, ["content-encoding", "gzip"]];
      return { ...result, reply: { ...reply, rawHeaders, ...(await pack(Buffer.from(reply.body))) } };
    },
    { only: ["models", "chat/stream-usage"] },
  );

  expect(findings(report)).toEqual(found);
});

async function packedWhole(text: Buffer) {
  const body = gzipSync(text);
  return { body, pieces: [{ atMs: 1_500, end: body.length }] };
}

async function packedByEvent(text: Buffer) {
  const gzip = createGzip();
  const packed: Buffer[] = [];
  gzip.on("data", (bytes) => packed.push(bytes));
  const pieces: { atMs: number; end: number }[] = [];
  for (const event of text.toString().split(/(?<=\n\n)/)) {
    gzip.write(event);
    await new Promise<void>((resolve) => gzip.flush(resolve));
    pieces.push({ atMs: 20 * (pieces.length + 1), end: Buffer.concat(packed).length });
  }
  await new Promise((resolve) => gzip.on("end", resolve).end());
  const body = Buffer.concat(packed);
  return { body, pieces: [...pieces, { atMs: 20 * (pieces.length + 1), end: body.length }] };
}
