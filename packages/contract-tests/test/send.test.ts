// @module-tag socket
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { defaultLimits, send } from "../src/wire/send.js";
import { headerOf, mediaTypeOf, textOf } from "../src/wire/wire.js";
import { listen } from "./deployment.js";

test("gives headers as they were sent, repeated ones too, and bytes undecoded", async () => {
  const { reply } = await get((response) => {
    response.writeHead(
      200,
      [
        ["Content-Type", "Application/JSON; charset=utf-8"],
        ["X-Two", "1"],
        ["x-two", "2"],
        ["Content-Encoding", "gzip"],
      ].flat(),
    );
    response.end(Buffer.from([0x1f, 0x8b]));
  });

  expect(reply?.rawHeaders.slice(0, 3)).toEqual([
    ["Content-Type", "Application/JSON; charset=utf-8"],
    ["X-Two", "1"],
    ["x-two", "2"],
  ]);
  expect(reply && headerOf(reply, "x-two")).toBe("1, 2");
  expect(reply && mediaTypeOf(reply)).toBe("application/json");
  expect([...(reply?.body ?? [])]).toEqual([0x1f, 0x8b]);
});

test("says when each piece came", async () => {
  let sendRest: () => unknown;
  const url = await listen((_request, response) => {
    response.write("one");
    sendRest = () => setTimeout(() => response.end("two"), 60);
  });
  // It is asked when the first piece has been read.
  const isOver = () => {
    sendRest();
    return false;
  };

  const { reply } = await send({ method: "GET", url, headers: {} }, defaultLimits, { isOver });

  expect(reply?.pieces.map(({ end }) => end)).toEqual([3, 6]);
  expect((reply?.pieces[1]?.atMs ?? 0) - (reply?.pieces[0]?.atMs ?? 0)).toBeGreaterThan(40);
});

test("waits no longer than it may for the status, for the next piece, and in all", async () => {
  const silent = await get(() => {}, { headMs: 50 });
  const stalled = await get((response) => response.write("x"), { idleMs: 50 });
  const slow = await get(drip, { totalMs: 200 });

  expect(silent.failure).toEqual({ kind: "time-out", message: "No answer within 0.05 s." });
  expect(stalled.failure).toEqual({ kind: "time-out", message: "The rest of the body did not arrive within 0.05 s." });
  expect(slow.failure).toEqual({ kind: "time-out", message: "The reply was not complete within 0.2 s." });
});

test("keeps what came before a failure", async () => {
  const { reply, failure } = await get((response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("12345", () => response.destroy());
  });

  expect(reply && textOf(reply)).toBe("12345");
  expect(failure).toEqual({
    kind: "broken",
    message: "The connection ended in the middle of the body, after 5 bytes.",
  });
});

test("reads no more than the cap", async () => {
  const { reply, failure } = await get((response) => response.end("x".repeat(100_000)), { bodyBytes: 1_000 });

  expect(failure?.kind).toBe("too-long");
  expect(reply?.body.length).toBeGreaterThan(1_000);
});

async function get(answer: (response: ServerResponse) => void, limits = {}) {
  const url = await listen((_request, response) => answer(response));
  return send({ method: "GET", url, headers: {} }, { ...defaultLimits, ...limits });
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
}
