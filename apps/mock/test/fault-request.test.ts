// @module-tag socket
import { expect, test } from "vitest";
import { faults } from "../src/index.js";
import { createClient, startClient } from "./client.js";
import { eventsOf } from "./events.js";
import { createManualClock } from "./manual-clock.js";
import { exchange } from "./raw-exchange.js";
import { exampleRequest } from "./requests.js";

const call = (fault: string, stream = true) =>
  exampleRequest("createChatCompletion", { stream }, { "x-mock-fault": fault });

test.each([
  {
    fault: "no-such",
    isStream: true,
    says: `it must be one of ${faults.map(({ name }) => name).join(", ")}.`,
  },
  { fault: "stall", isStream: false, says: "The fault 'stall' applies to streams only" },
  { fault: "cut-json", isStream: true, says: "The fault 'cut-json' does not apply to streams" },
  { fault: "stall;at=x", isStream: true, says: "The fault 'stall' takes at=N" },
  { fault: "html-200;at=1", isStream: true, says: "The fault 'html-200' takes no options" },
  { fault: "stall, status-503", isStream: true, says: "only 'slow-headers' goes together with another one." },
  { fault: "slow-headers,slow-headers,stall", isStream: true, says: "only 'slow-headers' goes together" },
  { fault: "stall;at=60001", isStream: true, says: "N a whole number of at most 60000." },
  { fault: "toString", isStream: true, says: "it must be one of" },
])("refuses '$fault' with a sentence, stream: $isStream", async ({ fault, isStream, says }) => {
  const { fetch } = createClient();
  const { url, init } = call(fault, isStream);

  const response = await fetch(url, init);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: expect.stringContaining(says) },
  });
});

test("at says how many events come before the fault, and the last never comes whole", async () => {
  const { fetch } = createClient();
  const textOf = async (fault: string) => {
    const { url, init } = call(fault);
    return (await fetch(url, init)).text();
  };

  const all = eventsOf(await textOf("slow-headers;ms=0"));

  expect(eventsOf(await textOf("clean-cut;at=0"))).toHaveLength(0);
  expect(eventsOf(await textOf("clean-cut;at=3"))).toHaveLength(3);
  expect(eventsOf(await textOf("clean-cut;at=9999"))).toHaveLength(all.length - 1);
});

test("status-429 says how long to wait (R7.9)", async () => {
  const { fetch } = createClient();
  const { url, init } = call("status-429;after=7");

  const response = await fetch(url, init);

  expect(response.headers.get("retry-after")).toBe("7");
});

test("an error that a rule brings does not speak of a header that nobody has sent", async () => {
  const response = await createClient({ faults: ["status-503"] }).get("/v1/models");

  expect(await response.json()).toMatchObject({ error: { message: "The mock was asked for this error: status-503." } });
});

test("the headers are late by the clock, and other faults come after them", async () => {
  const clock = createManualClock();
  const { fetch } = createClient({ clock, latency: "fast" });
  const { url, init } = call("slow-headers;ms=3000,status-503", false);
  let status = 0;

  const answered = fetch(url, init).then((response) => {
    status = response.status;
  });
  await expect.poll(() => clock.sleepers).toBe(1);
  await clock.advance(2999);
  expect(status).toBe(0);
  await clock.advance(1);
  await answered;

  expect(status).toBe(503);
});

test("without a port, a reset rejects the call, and in a stream the reading of it", async () => {
  const { fetch } = createClient();
  const answerOf = async (fault: string, isStream: boolean) => {
    const { url, init } = call(fault, isStream);
    return (await fetch(url, init)).text();
  };

  await expect(answerOf("reset", false)).rejects.toThrow(TypeError);
  await expect(answerOf("reset;at=2", true)).rejects.toThrow("The connection was reset");
  await expect(answerOf("cut-json", false)).rejects.toThrow("The connection was reset");
});

test("a reset after two events lets both arrive first", async () => {
  const server = await startClient();

  const seen = await exchange(server.port, call("reset;at=2"));

  expect(eventsOf(seen.text)).toHaveLength(2);
  expect(seen).toMatchObject({ isWhole: false, connection: "reset" });
});

test("a stalled stream ends when the server closes", async () => {
  const server = await startClient();
  const { url, init } = call("stall");
  const stalled = await fetch(url.replace("http://mock", server.baseURL), init);

  await server.close();

  await expect(stalled.text()).rejects.toThrow();
});

test("a stalled stream ends when its reader leaves", async () => {
  const { fetch } = createClient();
  const { url, init } = call("stall;at=0");
  const leave = new AbortController();
  const reading = (await fetch(url, { ...init, signal: leave.signal })).text();

  leave.abort();

  await expect(reading).rejects.toThrow("aborted");
});
