import { startMock } from "@model-access/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Report, type RunOptions, runContractTests } from "../src/index.js";
import { type Front, startCaddy, startHaproxy, startNginx } from "./servers.ts";

const unbuffered = "proxy_buffering off; proxy_http_version 1.1; proxy_set_header Connection '';";
const noWait = async () => {};

/** A correct deployment with an account of its own; as slow as a model, so that what is held back can be told. */
async function deployment(): Promise<string> {
  const mock = await startMock({ latency: { firstMs: 150, gapMs: 40, spread: 0 } });
  onTestFinished(() => mock.close());
  return mock.baseURL;
}

describe("in front of a correct deployment", () => {
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
    const front = await startCaddy(await deployment(), { site: 'respond /usage/* "<h1>Gone</h1>" 502' });

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
