// @module-tag socket
import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { findings, key, listen, on, runOn, text } from "./deployment.js";

test("gives a server up that never gets to the end of an answer, and exits 3", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(drip));
  });

  const report = await runContractTests({ baseURL, apiKey: key, limits: { totalMs: 1_000 } });

  expect(report).toMatchObject({ exitCode: 3, calls: 1 });
  expect(report.problem?.message).toBe(
    "The service could not be reached: The reply was not complete within 1 s. Check the base URL.",
  );
});

test("finds a stream without an end at fault", async () => {
  const report = await runOn(
    {
      serve: (response, exchange, answer) => {
        if (exchange !== "chat/stream") return false;
        response.writeHead(200, answer.headers);
        const [first, second] = text(answer).split("\n\n");
        response.write(`${first}\n\n`);
        const flood = setInterval(() => response.write(`${second}\n\n`.repeat(200)), 1);
        response.on("close", () => clearInterval(flood));
        return true;
      },
    },
    { limits: { bodyBytes: 300_000 } },
  );

  expect(findings(report)).toEqual({ "chat/stream/whole": "fail" });
  expect(report.exitCode).toBe(1);
});

test("finds streams that are left open after their end, waits for one of them, and judges all", async () => {
  let left = 0;

  const report = await runOn(
    {
      serve: (response, _exchange, answer) => {
        if (!answer.headers["content-type"]?.startsWith("text/event-stream")) return false;
        left += 1;
        response.writeHead(200, answer.headers).write(answer.body);
        return true;
      },
    },
    { limits: { afterEndMs: 1_000 } },
  );

  expect(findings(report)).toEqual({ "service/streams-closed": "warn" });
  expect(report.rules.find(({ id }) => id === "service/streams-closed")?.message).toMatch(
    /was left open after its last event\. The connection was still open 1 s after the end of the stream\.$/,
  );
  expect(left).toBeGreaterThan(3);
});

test("finds a connection that breaks in the middle of a stream, or of a reply", async () => {
  const report = await runOn({
    serve: (response, exchange, answer) => {
      if (exchange !== "chat/stream" && exchange !== "chat/reply") return false;
      response.writeHead(200, answer.headers);
      response.write(answer.body.slice(0, 200), () => response.destroy());
      return true;
    },
  });

  expect(findings(report)).toEqual({ "chat/reply/status": "fail", "chat/stream/whole": "fail" });
});

test("finds a body over the cap", async () => {
  const report = await runOn(
    on("chat/reply", (answer) => {
      answer.body = `${" ".repeat(300_000)}${text(answer)}`;
    }),
    { limits: { bodyBytes: 200_000 } },
  );

  expect(findings(report)).toEqual({ "chat/reply/status": "fail" });
});

test("reads no more of an endless reply than the cap, in every call", async () => {
  let sent = 0;
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    const piece = Buffer.alloc(65_536, " ");
    const write = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on("drain", write);
    write();
  });

  const report = await runContractTests({
    baseURL,
    apiKey: key,
    limits: { bodyBytes: 200_000 },
    only: ["models", "account"],
  });

  expect(report.exitCode).toBe(1);
  expect(sent / report.calls).toBeLessThan(20_000_000);
});
