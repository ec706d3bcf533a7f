// @module-tag socket
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { consoleReport, type RunOptions, runContractTests } from "../src/index.js";
import { type Answer, findings, html, key, listen, listenWith, on, ruleIn, runOn } from "./deployment.js";

const json = { "content-type": "application/json" };
const empty = (status: number): Answer => ({ status, headers: json, body: "{}" });
const runAt = (baseURL: string, options: Partial<RunOptions> = {}) =>
  runContractTests({ baseURL, apiKey: key, sleep: async () => {}, ...options });

const notReached = (why: string) => `The service could not be reached: ${why}. Check the base URL.`;
const unavailable = (answer: string) =>
  `The service is unavailable: GET /v1/balance answered ${answer} Try again later.`;
const comeAgain = JSON.stringify({ error: { message: "Come again.", type: "api_error", code: "internal_error" } });
const badGateway = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n";

test.each<[string, () => Promise<string>, string]>([
  ["nothing listens", deadAddress, notReached("The connection failed: ECONNREFUSED")],
  [
    "every connection is closed",
    () => listen((request) => void request.socket.destroy()),
    notReached("The connection ended before the answer: ECONNRESET"),
  ],
  ["what answers is no HTTP", listenWithoutHTTP, notReached("The server's answer is not HTTP: .*")],
  [
    "there is no TLS where HTTPS was asked for",
    async () => (await listenWith(200)).replace("http:", "https:"),
    notReached(String.raw`The connection failed: EPROTO \(is TLS spoken there\?\)`),
  ],
  ["every call gets 503", () => listenWith(503, json, comeAgain), unavailable("503 internal_error: Come again.")],
  ["every call gets 429", () => listenWith(429, json, comeAgain), unavailable("429 internal_error: Come again.")],
  [
    "its proxy finds it nowhere, in the proxy's words",
    () => listenWith(502, html, badGateway),
    unavailable(String.raw`502 \(text/html, "502 Bad Gateway"\).`),
  ],
  [
    "a proxy refuses by a page, which is not the service's word on the key",
    () => listenWith(403, html, "<title>Blocked</title>"),
    String.raw`The service refused the key: GET /v1/balance answered 403 \(text/html, "Blocked"\). Check the key \(MODEL_ACCESS_API_KEY or --key-file\), and whether a server in front of the service asks for something else \(--header\).`,
  ],
])("says why no run can begin, and exits 3: %s", async (_what, start, message) => {
  const report = await runAt(await start());

  expect(report.exitCode).toBe(3);
  expect(report.problem).toEqual({
    kind: message.includes("refused") ? "sign-in" : "unreachable",
    message: expect.stringMatching(new RegExp(`^${message}$`)),
  });
});

test("finds a page for everything at fault in every area that it answers", async () => {
  const report = await runAt(await listenWith(200, html, "<!doctype html><title>Welcome</title>"));

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
  ["an address that is too long", 404, json, '{"error":{"message":"Not found","type":"x","code":"x"}}'],
  ["a server of files", 404, html, "<h1>Not found</h1>"],
  ["a page for everything", 200, html, "<h1>Welcome</h1>"],
])("asks to check the base URL: %s", async (_title, status, headers, body) => {
  const report = consoleReport(await runAt(await listenWith(status, headers, body)));

  expect(report).toContain("Nothing at this address answers like the API. Check that the base URL is");
  if (headers === html && status === 404) expect(report).toContain("GET /v1/models answered 404 (text/html)");
});

test("finds a service that has nothing of the API at fault once in each required area", async () => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(request.method === "GET" ? 404 : 501).end();
  });

  const report = await runAt(baseURL);

  expect(findings(report)).toEqual({ "models/list/status": "fail", "account/alive": "fail" });
  expect(ruleIn(report, "chat/refused/wrong-key")?.message).toBe(
    "Not judged because a request for the model list got the same answer, 404.",
  );
});

const answeringEmpty = (status: number, exchanges: RegExp) => ({
  change: (answer: Answer, exchange: string) => {
    if (exchanges.test(exchange)) Object.assign(answer, empty(status));
  },
});

test("finds no refusal at fault where the valid calls fail in the same way, and judges it where they don't", async () => {
  const whole = await runOn(answeringEmpty(500, /^chat\//));
  const part = await runOn(answeringEmpty(500, /^chat\/refused\/wrong-key$/));

  expect(findings(whole)).toMatchObject({ "chat/reply/status": "fail", "chat/stream/status": "fail" });
  expect(Object.keys(findings(whole)).filter((id) => id.startsWith("chat/refused/"))).toEqual([]);
  expect(findings(part)).toEqual({ "chat/refused/wrong-key": "fail" });
});

test("takes a 503 for a path that there is not for a disturbance", async () => {
  const report = await runOn(on("service/unknown-path", (answer) => Object.assign(answer, { status: 503 })));

  expect(findings(report)).toEqual({
    "service/unknown-path": "inconclusive",
    "service/unknown-path/media-type": "inconclusive",
    "service/unknown-path/error": "inconclusive",
  });
  expect(report.exitCode).toBe(3);
});

test.each([/^models/, /^account/])(
  "does not doubt the base URL of a deployment that has no model list, or no account: %s",
  async (exchanges) => {
    const report = await runOn(answeringEmpty(404, exchanges));

    expect(report.exitCode).toBe(1);
    expect(consoleReport(report)).not.toContain("Nothing at this address answers");
  },
);

test.each([
  [308, "https://elsewhere.example/v1", ""],
  [302, "https://login.elsewhere.example/", "<html>Sign in</html>"],
])("follows no redirect, such as %i to a sign-in page, and says where it leads", async (status, location, body) => {
  const report = await runAt(await listenWith(status, { location }, body));

  expect(report.exitCode).toBe(1);
  expect(ruleIn(report, "models/list/status")?.message).toBe(
    `GET /v1/models answered ${status}, a redirect to ${location} (redirects are not followed); expected 200.`,
  );
});

async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server on a port has no other kind of address
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function listenWithoutHTTP(): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end("\x16\x03\x01 garbage\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}
