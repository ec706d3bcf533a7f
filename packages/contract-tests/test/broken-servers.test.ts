// @module-tag socket
import { expect, test } from "vitest";
import { consoleReport, runContractTests } from "../src/index.js";
import { type Answer, findings, key, listen, on, runOn } from "./deployment.js";

const empty = (status: number): Answer => ({ status, headers: { "content-type": "application/json" }, body: "{}" });

test("finds a page for everything at fault in every area that it answers", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome</title>");
  });

  const report = await runContractTests({ baseURL, apiKey: key });

  expect(report.exitCode).toBe(1);
  expect(report.areas.filter(({ verdict }) => verdict === "fail").map(({ name }) => name)).toEqual([
    "models",
    "account",
    "chat",
    "service",
  ]);
  expect(findings(report)).toMatchObject({
    "models/list/media-type": "fail",
    "models/refused/wrong-key": "fail",
    "chat/refused/wrong-key": "fail",
  });
});

test.each([
  ["an address that is too long", 404, "application/json", '{"error":{"message":"Not found","type":"x","code":"x"}}'],
  ["a server of files", 404, "text/html", "<h1>Not found</h1>"],
  ["a page for everything", 200, "text/html", "<h1>Welcome</h1>"],
])("asks to check the base URL: %s", async (_title, status, type, body) => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": type }).end(body);
  });

  const report = consoleReport(await runContractTests({ baseURL, apiKey: key }));

  expect(report).toContain("Nothing at this address answers like the API. Check that the base URL is");
  if (type === "text/html" && status === 404) expect(report).toContain("GET /v1/models answered 404 (text/html)");
});

test("finds a service that has nothing of the API at fault once in each required area", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(request.method === "GET" ? 404 : 501).end();
  });

  const report = await runContractTests({ baseURL, apiKey: key });

  expect(findings(report)).toEqual({ "models/list/status": "fail", "account/alive": "fail" });
  expect(report.rules.find(({ id }) => id === "chat/refused/wrong-key")?.message).toBe(
    "Not judged because a request for the model list got the same answer, 404.",
  );
});

test("finds no refusal at fault where the valid calls fail in the same way, and judges it where they don't", async () => {
  const failing = (isFailing: (exchange: string) => boolean) => ({
    change: (answer: Answer, exchange: string) => {
      if (isFailing(exchange)) Object.assign(answer, empty(500));
    },
  });
  const isOnChat = (exchange: string) => exchange.startsWith("chat/");

  const whole = await runOn(failing(isOnChat));
  const part = await runOn(failing((exchange) => exchange === "chat/refused/wrong-key"));

  expect(findings(whole)).toMatchObject({ "chat/reply/status": "fail", "chat/stream/status": "fail" });
  expect(Object.keys(findings(whole)).filter((id) => id.startsWith("chat/refused/"))).toEqual([]);
  expect(findings(part)).toEqual({ "chat/refused/wrong-key": "fail" });
});

test.each([503, 429])(
  "says that a service is unavailable that answers %i to every call, and exits 3",
  async (status) => {
    const error = { message: "Come again.", type: "api_error", code: "internal_error" };
    const baseURL = await listen((request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    });

    const report = await runContractTests({ baseURL, apiKey: key, sleep: async () => {} });

    expect(report.exitCode).toBe(3);
    expect(report.problem).toEqual({
      kind: "unreachable",
      message: `The service is unavailable: GET /v1/balance answered ${status} internal_error: Come again. Try again later.`,
    });
  },
);

test("takes a 503 for a path that there is not for a disturbance", async () => {
  const unavailable = on("service/unknown-path", (answer) => {
    answer.status = 503;
  });

  const report = await runOn(unavailable);

  expect(findings(report)).toEqual({
    "service/unknown-path": "inconclusive",
    "service/unknown-path/media-type": "inconclusive",
    "service/unknown-path/error": "inconclusive",
  });
  expect(report.exitCode).toBe(3);
});

test("does not doubt the base URL of a deployment that has no model list, or no account", async () => {
  const without = (path: RegExp) => ({
    change: (answer: Answer, exchange: string) => {
      if (path.test(exchange)) Object.assign(answer, empty(404));
    },
  });

  for (const path of [/^models/, /^account/]) {
    const report = await runOn(without(path));

    expect(report.exitCode).toBe(1);
    expect(consoleReport(report)).not.toContain("Nothing at this address answers");
  }
});

test("follows no redirect, and says where it leads", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(308, { location: "https://elsewhere.example/v1" }).end();
  });

  const report = await runContractTests({ baseURL, apiKey: key });

  expect(report.exitCode).toBe(1);
  expect(report.rules.find(({ id }) => id === "models/list/status")?.message).toBe(
    "GET /v1/models answered 308, a redirect to https://elsewhere.example/v1 (redirects are not followed); expected 200.",
  );
});

test("takes a sign-in page after a redirect to another host for no answer", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(302, { location: "https://login.elsewhere.example/" }).end("<html>Sign in</html>");
  });

  const report = await runContractTests({ baseURL, apiKey: key });

  expect(report.exitCode).toBe(1);
  expect(report.rules.find(({ id }) => id === "models/list/status")?.message).toContain(
    "a redirect to https://login.elsewhere.example/",
  );
});
