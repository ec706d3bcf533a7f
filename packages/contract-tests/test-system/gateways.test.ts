import type { ExchangeRecord } from "@model-access/contract";
import { type MockOptions, type MockServer, startMock } from "@model-access/mock";
import { afterAll, describe, expect, test } from "vitest";
import { consoleReport, type Report, type RunOptions, runContractTests } from "../src/index.js";
import { causesIn } from "../src/report/causes.js";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { endServers, type Front, startCaddy, startHaproxy, startNginx } from "./servers.ts";

const unbuffered = "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection '';";
const noWait = async () => {};
const mocks: MockServer[] = [];

afterAll(async () => {
  await endServers();
  for (const mock of mocks) await mock.close();
});

/** A correct deployment with an account of its own; as slow as a model, so that what is held back can be told. */
async function deployment(options: MockOptions = {}): Promise<string> {
  const mock = await startMock({ latency: { firstMs: 150, gapMs: 40, spread: 0 }, ...options });
  mocks.push(mock);
  return mock.baseURL;
}

// Nearly all of the time goes into waiting for the pace of a model.
describe.concurrent("in front of a correct deployment", () => {
  test("nginx without buffering is blamed for nothing", async () => {
    expect(await findingsOf(await startNginx(await deployment(), { location: unbuffered }))).toEqual([]);
  });

  test("haproxy as it comes is blamed for nothing", async () => {
    expect(await findingsOf(await startHaproxy(await deployment()))).toEqual([]);
  });

  test("Caddy as it comes is blamed for nothing", async () => {
    expect(await findingsOf(await startCaddy(await deployment()))).toEqual([]);
  });

  test("nginx as it comes is found to hold streams back, on every interface, with the remedy", async () => {
    const only = ["chat/stream-usage", "chat/stream", "messages/stream", "responses/stream"];

    const report = await runOn(await startNginx(await deployment()), { only });

    const held = report.rules.filter(({ id }) => id.endsWith("/not-held-back"));
    expect(held.map(({ id }) => id)).toEqual([
      "chat/stream-usage/not-held-back",
      "messages/stream/not-held-back",
      "responses/stream/not-held-back",
    ]);
    expect(held.filter(({ message = "" }) => !message.includes("proxy_buffering off"))).toEqual([]);
  });

  test("what passed through nginx as it comes is found to have been held back, by its recording", async () => {
    const records: ExchangeRecord[] = [];
    const onExchange = (record: ExchangeRecord) => void records.push(record);
    await runOn(await startNginx(await deployment()), { only: ["chat/stream-usage"], onExchange });

    const { rules } = trafficReport(records, { source: "nginx" });

    const held = rules.find(({ id }) => id === "service/streams-not-held-back");
    expect(held).toMatchObject({ outcome: "fail", message: expect.stringContaining("proxy_buffering off") });
  });

  test("nginx without a service behind it is said to be unavailable", async () => {
    const report = await runOn(await startNginx("http://127.0.0.1:9"), { sleep: noWait });

    expect(report.exitCode).toBe(3);
    expect(report.problem?.message).toContain('answered 502 (text/html, "502 Bad Gateway"). Try again later.');
  });

  test("nginx that redirects every path is told once, with what to do", async () => {
    const front = await startNginx(await deployment(), { server: "rewrite ^(.*[^/])$ $1/ permanent;" });

    const report = await runOn(front, {});

    expect(causesIn(report).map(({ first }) => first.id)).toEqual(["models/list/status"]);
    expect(consoleReport(report)).toContain("Answer without a redirect.");
  });

  test("nginx with pages of its own for errors is told once", async () => {
    const pages = "location = /e.html { internal; default_type text/html; return 200 '<title>Oops</title>'; }";
    const front = await startNginx(await deployment({ latency: "instant" }), {
      server: pages,
      location: `${unbuffered} proxy_intercept_errors on; error_page 400 401 402 403 404 405 =404 /e.html;`,
    });

    const report = await runOn(front, { sleep: noWait });

    expect(causesIn(report).filter(({ message }) => message.includes('404 (text/html, "Oops")'))).toHaveLength(1);
  });

  test("nginx that takes short bodies only is found to refuse valid requests with a page", async () => {
    const front = await startNginx(await deployment({ latency: "instant" }), {
      server: "client_max_body_size 2k;",
      location: unbuffered,
    });

    const report = await runOn(front, { only: ["chat", "service/unasked-json"], sleep: noWait });

    expect(report.rules.find(({ id }) => id === "service/unasked-json")).toMatchObject({
      outcome: "fail",
      said: expect.stringContaining("413 Request Entity Too Large"),
    });
  });

  test("nginx that keeps answers of the account is said to be a cache", async () => {
    const front = await startNginx(await deployment({ latency: "instant" }), {
      http: "proxy_cache_path cache keys_zone=c:1m;",
      location: `proxy_http_version 1.1; proxy_cache c; proxy_cache_key $request_uri$http_authorization;
        proxy_cache_valid 200 1m; proxy_ignore_headers Cache-Control Vary;`,
    });

    const report = await runOn(front, { only: ["account", "service"], sleep: noWait });

    expect(report.exitCode).toBe(1);
    expect(consoleReport(report)).toContain("a cache gives answers again");
  });

  test("haproxy before two services with an account each is found to tell two balances", async () => {
    const [one, other] = [
      await deployment({ latency: "instant" }),
      await deployment({ latency: "instant", points: 5_000 }),
    ];
    const front = await startHaproxy(one, { backend: `balance roundrobin\n  server two ${new URL(other).host}` });

    const report = await runOn(front, { only: ["account", "service"], sleep: noWait });

    expect(report.exitCode).toBe(1);
    expect(report.rules.find(({ id }) => id === "service/balance-steady")?.message).toContain("an account each");
  });

  test("nginx that limits requests is found to refuse them with a page", async () => {
    const front = await startNginx(await deployment(), {
      http: "limit_req_zone $binary_remote_addr zone=all:1m rate=6r/m;",
      location: `${unbuffered} limit_req zone=all burst=14 nodelay;`,
    });

    const found = await findingsOf(front, { only: ["models", "account", "service"], sleep: noWait });

    expect(found).toContain("service/unasked-json");
    expect(found).toContain("service/unasked-refusals");
  });

  test("haproxy that limits requests is found to say neither JSON nor when to come again", async () => {
    const front = await startHaproxy(await deployment(), {
      frontend: `stick-table type integer size 1k expire 60s store http_req_rate(60s)
  http-request track-sc0 int(1)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 14 }`,
    });

    const found = await findingsOf(front, { only: ["models", "account", "service"], sleep: noWait });

    expect(found).toContain("service/unasked-retry-after");
    expect(found).toContain("service/unasked-json");
  });

  test("haproxy that drops a header is found to drop it", async () => {
    const front = await startHaproxy(await deployment(), { backend: "http-response del-header retry-after" });

    expect(await findingsOf(front, { only: ["limit"] })).toContain("limit/refused/retry-after");
  });

  test("Caddy that calls everything text is found to", async () => {
    const front = await startCaddy(await deployment(), { proxy: "header_down Content-Type text/plain" });

    const found = await findingsOf(front, { only: ["models/list", "models/refused"] });

    expect(found).toContain("models/list/media-type");
    expect(found).toContain("models/refused/wrong-key/media-type");
  });

  test("Caddy that answers for a part of the paths is found to answer otherwise", async () => {
    const front = await startCaddy(await deployment({ latency: "instant" }), {
      site: 'respond /usage/* "<h1>Gone</h1>" 502',
    });

    const found = await findingsOf(front, { only: ["account", "service"], sleep: noWait });

    expect(found).toContain("service/unasked-json");
  });
});

/** The rules of must and should that were found broken. */
async function findingsOf(front: Front, options: Partial<RunOptions> = {}): Promise<string[]> {
  const { rules } = await runOn(front, options);
  return rules.filter(({ outcome }) => ["fail", "warn", "error"].includes(outcome)).map(({ id }) => id);
}

function runOn({ baseURL }: Front, options: Partial<RunOptions>): Promise<Report> {
  return runContractTests({ baseURL, apiKey: "sk-mock-full", keys: { lowLimit: "sk-mock-tiny" }, ...options });
}
