import { expect, test } from "vitest";
import { adminDocument } from "../src/generated/admin-document.js";
import { createClient } from "./client.js";
import { bearer, exampleRequest } from "./requests.js";

test("R5.4: a rotated key goes on under another value, with its points and history", async () => {
  const { admin, chat, get } = createClient();
  await chat();

  const { key, points } = await admin("POST", "/keys/full/rotate");
  const history = await get("/usage/points_history", { headers: bearer(key) });

  expect(points).toBeLessThan(1_000_000);
  expect(await history.json()).toMatchObject({ length: 1 });
  expect((await chat()).status).toBe(401);
});

test("a name leads to the key that works, not to the one that was rotated away", async () => {
  const { admin, chat } = createClient();
  await admin("POST", "/keys/full/rotate");

  const { key } = await admin("POST", "/keys/full/rotate");
  await admin("PATCH", "/keys/full", { points: 0 });

  expect((await chat({}, bearer(key))).status).toBe(402);
});

test.each([
  ["/v1/chat/completions", { stream: true }, /event: error\ndata: \{"error":\{[^}]*"code":"invalid_api_key"\}\}\n\n$/],
  [
    "/v1/messages",
    { model: "claude-sonnet-4-5", stream: true, max_tokens: 100 },
    /event: error\ndata: \{"type":"error","error":\{"type":"authentication_error"[^}]*\}\}\n\n$/,
  ],
  [
    "/v1/responses",
    { model: "GPT-5.2", input: "Hello", stream: true },
    /event: error\ndata: \{"type":"error","sequence_number":\d+,"error":\{[^}]*"code":"invalid_api_key","param":null\}\}\n\n$/,
  ],
  [
    "/bot/GPT-5.2",
    JSON.parse(String(exampleRequest("queryBot").init.body)) as object,
    /event: error\ndata: \{"allow_retry":false,"text":"The API key is revoked."\}\n\n$/,
  ],
])("R5.4: an open stream of %s with a key that is revoked ends with an error event", async (path, body, ending) => {
  const { admin, post } = createClient({ latency: { firstMs: 0, gapMs: 3_600_000 } });
  const messages = [{ role: "user", content: "Hello" }];

  const text = (await post(path, { model: "GPT-5.2", messages, ...body })).text();
  await admin("PATCH", "/keys/full", { isRevoked: true });

  expect(await text).toMatch(ending);
});

test("the worlds of the data file are listed", async () => {
  const { callAdmin } = createClient({ state: { worlds: { poor: {}, "on-fire": {} } } });

  const response = await callAdmin("GET", "/worlds");

  expect(await response.json()).toEqual({ worlds: ["default", "poor", "on-fire"] });
});

test("a fault rule can be for a key that was created", async () => {
  const { admin, chat } = createClient();
  const { key } = await admin("POST", "/keys", { name: "ci" });

  await admin("POST", "/faults", { fault: "status-503", key });

  expect([(await chat({}, bearer(key))).status, (await chat()).status]).toEqual([503, 200]);
});

test.for<readonly [string, string, string, unknown, number, string]>([
  ["an unknown path", "GET", "/nothing", undefined, 404, "openapi.json lists what there is"],
  ["another method", "DELETE", "/sessions/default/keys", undefined, 405, "GET and POST only"],
  ["no JSON", "POST", "/sessions/default/keys", undefined, 400, "not valid JSON"],
  ["an unknown member", "POST", "/sessions/default/keys", { poinst: 5 }, 400, "poinst"],
  ["a value of the wrong type", "POST", "/sessions/default/clock/advance", { ms: "1" }, 400, "'ms' must be number"],
  ["a fault that is none", "POST", "/sessions/default/faults", { fault: "x" }, 400, "is no fault of the mock"],
  ["a fault for no model", "POST", "/sessions/default/faults", { fault: "stall", model: "x" }, 400, "no model or bot"],
  ["a fault for no key", "POST", "/sessions/default/faults", { fault: "stall", key: "sk-x" }, 400, "This key is not"],
  ...[{}, { preset: "slow" }, { preset: "fast", gapMs: 3 }, { spread: 2 }, { firstMs: -1 }].map(
    (latency) =>
      [`the latency ${JSON.stringify(latency)}`, "PUT", "/sessions/default/latency", latency, 400, ""] as const,
  ),
  ["a fault for no operation", "POST", "/sessions/default/faults", { fault: "stall", operationId: "x" }, 400, "'x'"],
  ["a reply for no model", "POST", "/sessions/default/replies", { model: "x", reply: { text: "x" } }, 400, "no model"],
  ["a reply with a member that is none", "POST", "/sessions/default/replies", { txt: "x" }, 400, "no member 'txt'"],
  ["a world that is none", "PUT", "/sessions/default", { world: "nowhere" }, 400, "nowhere"],
  ["a key that is there", "POST", "/sessions/default/keys", { key: "sk-mock-full" }, 409, "is there already"],
  ["an unknown key", "PATCH", "/sessions/default/keys/none", { isRevoked: true }, 404, "no such key"],
  ["a wrong session", "GET", "/sessions/a%20b", undefined, 400, "'session' must match"],
])("%s is refused with what to do", async ([, method, path, body, status, says]) => {
  const { callAdmin } = createClient();

  const response = await callAdmin(method, path, body);

  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain(says);
});

test("the document of the admin API has whole sentences, none of them cut at a comma", () => {
  const keys: string[] = [];
  JSON.stringify(adminDocument, (key, value) => {
    keys.push(key);
    return value;
  });

  expect(keys.filter((key) => key.includes(" "))).toEqual([]);
});

test("a session that is to begin in a world that is none stays as it is", async () => {
  const { callAdmin, admin, chat } = createClient();
  await chat();

  const { status } = await callAdmin("PUT", "/sessions/default", { world: "nowhere" });

  expect(status).toBe(400);
  expect((await admin("GET", "")).exchanges).toBe(1);
});

test("the latency that is set holds for the requests of its session from then on", async () => {
  const { callAdmin, admin, chat } = createClient();
  await admin("PUT", "/clock", { isFrozen: true });

  const set = await admin("PUT", "/latency", { firstMs: 1000, gapMs: 100 });
  const slow = chat({ stream: true });
  const other = await chat({}, { "x-mock-session": "other" });
  const waiting = await Promise.race([slow.then((response) => response.text()), other.text().then(() => "waits")]);
  await admin("POST", "/clock/advance", { ms: 60_000 });

  expect(set).toEqual({ firstMs: 1000, gapMs: 100, spread: 0 });
  expect(waiting).toBe("waits");
  expect(await (await callAdmin("GET", "/sessions/other/latency")).json()).toEqual({ firstMs: 0, gapMs: 0, spread: 0 });
});

test("a session that starts over has the mock's latency", async () => {
  const { admin } = createClient({ latency: "fast" });
  await admin("PUT", "/latency", { preset: "overloaded" });

  await admin("PUT", "");

  expect(await admin("GET", "/latency")).toEqual({ firstMs: 60, gapMs: 15, spread: 0 });
});
