// @module-tag socket
import { afterAll, expect, test } from "vitest";
import { AdminError, createAdmin, startMock } from "../src/index.js";
import { clientOf } from "./client.js";
import { bearer } from "./requests.js";

const mock = await startMock({ latency: "instant", state: { worlds: { empty: { keys: { "sk-e": { name: "e" } } } } } });
afterAll(() => mock.close());

const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };
const { chat } = clientOf({ fetch, baseURL: mock.baseURL });
const ask = (session: string, key = "sk-mock-full") => chat({}, { ...bearer(key), "x-mock-session": session });

test("says that no mock answers", async () => {
  const gone = await startMock({ latency: "instant" });
  await gone.close();

  await expect(createAdmin(gone).faults.list()).rejects.toThrow(
    `No mock answers at ${gone.baseURL}; start it, or correct baseURL.`,
  );
});

test("adds, lists and takes away faults of its session", async () => {
  const { faults } = createAdmin({ baseURL: mock.baseURL, session: "faults" });

  const once = await faults.add({ fault: "status-503", times: 1 });
  const always = await faults.add({ fault: "status-500" });
  const listed = await faults.list();
  await faults.remove(once.id);
  const answers = [await ask("faults"), await ask("elsewhere")];
  await faults.clear();

  expect(listed).toEqual([once, always]);
  expect(answers.map(({ status }) => status)).toEqual([500, 200]);
  expect((await ask("faults")).status).toBe(200);
});

test("sets the latency, by a preset and by values", async () => {
  const { latency } = createAdmin({ baseURL: mock.baseURL, session: "latency" });

  const preset = await latency.set("standard");
  const values = await latency.set({ gapMs: 5 });

  expect(preset).toEqual({ firstMs: 400, gapMs: 30, spread: 0 });
  expect(values).toEqual({ firstMs: 400, gapMs: 5, spread: 0 });
  expect(await latency.get()).toEqual(values);
  expect(await createAdmin({ baseURL: mock.baseURL }).latency.get()).toEqual({ firstMs: 0, gapMs: 0, spread: 0 });
});

test("scripts replies", async () => {
  const { replies } = createAdmin({ baseURL: mock.baseURL, session: "replies" });

  const reply = await replies.add({ reply: { text: "As scripted." } });
  const scripted = await (await ask("replies")).text();
  const listed = await replies.list();
  await replies.remove(reply.id);

  expect(scripted).toContain("As scripted.");
  expect(listed).toEqual([reply]);
  expect(await (await ask("replies")).text()).not.toContain("As scripted.");
});

test("stops, sets, moves and starts the clock", async () => {
  const { clock } = createAdmin({ baseURL: mock.baseURL, session: "clock" });

  const stopped = await clock.freeze(new Date("2030-01-01T00:00:00Z"));
  const moved = await clock.advance(60_000);
  const running = await clock.run();

  expect(stopped).toEqual({ now: "2030-01-01T00:00:00.000Z", isFrozen: true });
  expect(moved).toEqual({ now: "2030-01-01T00:01:00.000Z", isFrozen: true });
  expect(running.isFrozen).toBe(false);
  expect((await clock.get()).isFrozen).toBe(false);
});

test("R5.4: creates, changes, rotates and revokes keys", async () => {
  const { keys } = createAdmin({ baseURL: mock.baseURL, session: "keys" });

  const { key } = await keys.create({ name: "team", points: 500 });
  const statuses = [(await ask("keys", key)).status];
  const changed = await keys.change("team", { points: 0 });
  statuses.push((await ask("keys", key)).status);
  const rotated = await keys.rotate(key);
  statuses.push((await ask("keys", key)).status, (await ask("keys", rotated.key)).status);
  const revoked = await keys.revoke(rotated.key);
  statuses.push((await ask("keys", rotated.key)).status);

  expect(statuses).toEqual([200, 402, 401, 402, 401]);
  expect(changed).toMatchObject({ key, points: 0 });
  expect(revoked.isRevoked).toBe(true);
  expect((await keys.list()).filter(({ name }) => name === "team")).toHaveLength(2);
});

test("reads the journal by what it is asked for, and what the client did wrong", async () => {
  const { faults, journal } = createAdmin({ baseURL: mock.baseURL, session: "journal" });
  await faults.add({ fault: "status-400", times: 2 });
  await ask("journal");
  await ask("journal");
  await ask("journal");

  const wrong = await journal.faultsOfClient();

  expect(wrong).toEqual([expect.objectContaining({ code: "retried-a-refusal", exchange: "x-2" })]);
  expect((await journal.list({ status: "4xx" })).map(({ id }) => id)).toEqual(["x-1", "x-2"]);
  expect((await journal.list({ limit: 1 })).map(({ id }) => id)).toEqual(["x-3"]);
  expect((await journal.list({ text: "HELLO" })).map(({ id }) => id)).toEqual(["x-1", "x-2", "x-3"]);
  expect(await journal.get("x-1")).toMatchObject({ request: { body: { text: JSON.stringify(question) } } });
  expect((await journal.export()).trim().split("\n")).toHaveLength(3);
  await journal.clear();
  expect(await journal.list()).toEqual([]);
});

test("begins its session in a world, and forgets it", async () => {
  const admin = createAdmin({ baseURL: mock.baseURL, session: "begun" });

  await admin.begin("empty");
  const inWorld = (await ask("begun", "sk-e")).status;
  await admin.forget();

  expect([inWorld, (await ask("begun", "sk-e")).status]).toEqual([200, 401]);
});

test.each([
  ["", "default"],
  ["/", "default"],
  ["/v1", "default"],
  ["/_session/by-url", "by-url"],
  ["/_session/by-url/v1/", "by-url"],
])("reads the session from the base URL, as a client has it: %s", async (path, session) => {
  const admin = createAdmin({ baseURL: mock.baseURL + path });

  expect(admin.session).toBe(session);
  expect((await admin.keys.list()).length).toBeGreaterThan(3);
});

test("rejects with what the mock says where it refuses", async () => {
  const { faults } = createAdmin({ baseURL: mock.baseURL, session: "refused" });

  const error = await faults.add({ fault: "nonsense" }).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(AdminError);
  expect(error).toMatchObject({ status: 400, code: "invalid_parameter" });
  expect(String(error)).toContain("POST /faults of the session 'refused' answered 400: 'nonsense' is no fault");
});

test("says that something else answered, where it did", async () => {
  const fetch = async () => new Response("<p>Not here", { status: 404 });
  const { clock } = createAdmin({ baseURL: "http://elsewhere.example", fetch });

  await expect(clock.get()).rejects.toThrow("answered 404: what answered is not the mock's admin API.");
});

test("refuses a base URL that is none", () => {
  expect(() => createAdmin({ baseURL: "127.0.0.1:4010" })).toThrow("it must be a URL such as http://127.0.0.1:4010.");
});
