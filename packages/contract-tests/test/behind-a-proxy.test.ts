// @module-tag socket
import { createMock } from "@model-access/mock";
import { expect, test } from "vitest";
import { consoleReport, runContractTests } from "../src/index.js";
import { causesIn } from "../src/report/causes.js";
import { type Answer, findings, html, key, listen, on, ruleIn, runOn, text } from "./deployment.js";

const sendPage = (answer: Answer, status: number, body: string) =>
  void Object.assign(answer, { status, headers: { ...html }, body });
const badGateway = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n";

test.each([
  [(path: string) => `https://api.example.com${path}`, "Give https://api.example.com as the base URL."],
  [(path: string) => `https://api.example.com${path}/`, "Answer without a redirect."],
])("tells redirects of all calls once, and what to do about them", async (target, advice) => {
  const baseURL = await listen((request, response) => {
    response.writeHead(301, { location: target(request.url ?? "") }).end();
    request.resume();
  });

  const report = await runContractTests({ baseURL, apiKey: key });

  expect(causesIn(report)).toHaveLength(1);
  expect(consoleReport(report)).toContain(
    `The service redirects to ${target("/v1/models")}; clients may lose the key or the body on the way. ${advice}`,
  );
});

test("does not doubt the address where no call was allowed", async () => {
  const report = await runOn({}, { maxCalls: 0 });

  expect(consoleReport(report)).not.toContain("Nothing at this address answers");
});

test.each([{ monitor: true }, { maxPoints: 0 }, { maxPoints: 1 }])(
  "finds nothing at fault where limits leave calls out: %o",
  async (limits) => {
    expect(findings(await runOn({}, limits))).toEqual({});
  },
);

test("tells pages in place of any answer once", async () => {
  const report = await runOn({
    change: (answer, exchange) => {
      if (!/\/refused\/|^keys\//.test(exchange)) return;
      sendPage(answer, 404, "<title>Not found</title>");
    },
  });

  const pages = causesIn(report).filter(({ message }) => message.includes('answered 404 (text/html, "Not found")'));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.message).toMatch(/ \d\d findings have this cause\.$/);
});

test.each([20, 60, 100])("tells a gateway that fails from call %d on once", async (last) => {
  let calls = 0;
  const report = await runOn({
    change: (answer) => {
      calls += 1;
      if (calls > last) sendPage(answer, 502, badGateway);
    },
  });

  expect(causesIn(report).map(({ message }) => message)).toEqual([
    expect.stringMatching(/ answered 502 .* \d\d findings have this cause\.$/),
  ]);
  expect(report.exitCode).toBe(1);
});

test("quotes the answer that was refused, on one line, though the next one was good", async () => {
  const refusedOnce = new Set<string>();

  const report = await runOn(
    on("account/balance", (answer) => {
      if (refusedOnce.size > 0) return;
      refusedOnce.add("once");
      sendPage(answer, 503, badGateway);
    }),
    { only: ["account", "service/unasked-json"] },
  );

  expect(ruleIn(report, "service/unasked-json")).toMatchObject({
    outcome: "fail",
    said: "<html> <head><title>502 Bad Gateway</title></head> <body>nginx</body> </html>",
  });
});

test("finds the page by which a proxy refuses a valid request as too long", async () => {
  const report = await runOn(
    on("chat/tools-result", (answer) => {
      sendPage(answer, 413, "<title>Too large</title>");
    }),
  );

  expect(findings(report)).toEqual({ "chat/tools-result/status": "warn", "service/unasked-json": "fail" });
});

test("judges all calls though one of them is refused and a plainer one answered", async () => {
  let refused = 0;

  const report = await runOn(
    on("chat/reply", (answer) => {
      refused += 1;
      if (refused > 1) return;
      sendPage(answer, 413, "<title>Too large</title>");
    }),
  );

  expect(findings(report)).toMatchObject({ "chat/reply/status": "fail", "service/unasked-json": "fail" });
  const outcomeOf = (name: string) => ruleIn(report, name)?.outcome;
  expect([outcomeOf("service/no-secrets"), outcomeOf("service/key-not-echoed")]).toEqual(["pass", "pass"]);
});

test("names the calls without an answer, and no other that they were to be compared with", async () => {
  const report = await runOn(
    { serve: (response, exchange) => exchange.startsWith("chat/") && response.destroy() === response },
    { only: ["models", "chat"] },
  );

  expect(report.unanswered).not.toContain("models/list");
});

test("blames no kind of key for what is wrong with every history", async () => {
  const report = await runOn(
    {
      change: (answer, exchange) => {
        if (/history/.test(exchange)) Object.assign(answer, { status: 500, body: "{}" });
      },
    },
    { only: ["account", "keys"], keys: { noPermission: "sk-mock-limited" } },
  );

  expect(ruleIn(report, "keys/no-permission-history")?.outcome).toBe("blocked");
});

test("names the address of a file that can't be reached", async () => {
  const report = await runOn(
    on("files/upload", (answer) => {
      const body = JSON.parse(text(answer)) as Record<string, unknown>;
      answer.body = JSON.stringify({ ...body, attachment_url: "http://127.0.0.1:9/files/a.txt" });
    }),
    { only: ["files"] },
  );

  expect(ruleIn(report, "files/fetched/status")?.message).toBe(
    "GET http://127.0.0.1:9/files/a.txt was not answered. The connection failed: ECONNREFUSED.",
  );
});

test("finds that servers behind one address keep an account each", async () => {
  const mocks = [createMock({ latency: "instant" }), createMock({ latency: "instant", points: 5_000 })];
  let calls = 0;
  const baseURL = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls += 1;
    const { method = "GET", url, headers } = request;
    const init = {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    };
    const answer = await mocks[calls % 2]?.fetch(new Request(`http://127.0.0.1${url}`, init));
    response.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? []));
    response.end(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer()));
  });

  const report = await runContractTests({ baseURL, apiKey: key, sleep: async () => {}, only: ["account", "service"] });

  expect(report.exitCode).toBe(1);
  const { outcome, message, exchange } = ruleIn(report, "service/balance-steady") ?? {};
  expect({ outcome, message, exchange }).toEqual({
    outcome: "warn",
    message: expect.stringContaining("Servers behind the address seem to keep an account each."),
    exchange: expect.stringMatching(/^service\/balance-last/),
  });
});

test("finds nothing where every byte of a stream comes on its own", async () => {
  const report = await runOn(
    {
      serve: (response, exchange, answer) => {
        if (!exchange.endsWith("/stream")) return false;
        response.writeHead(answer.status, answer.headers);
        const bytes = Buffer.from(answer.body);
        let at = 0;
        const next = () =>
          at < bytes.length ? response.write(bytes.subarray(at, ++at), () => setImmediate(next)) : response.end();
        next();
        return true;
      },
    },
    { only: ["chat/stream", "messages/stream"] },
  );

  expect(findings(report)).toEqual({});
});
