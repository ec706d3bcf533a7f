import { setTimeout as sleep } from "node:timers/promises";
import { operationOf } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import type { Call } from "../src/call.js";
import { rotateKey } from "../src/keys/rotate-key.js";
import { latencies } from "../src/latency/latency.js";
import { createRandom } from "../src/random.js";
import type { ApiRequest } from "../src/request/api-request.js";
import { keptResponse } from "../src/responses/response-store.js";
import type { Session } from "../src/session/session.js";
import type { SessionsOptions } from "../src/session/sessions.js";
import type { Store } from "../src/store/store.js";
import { keptVideo } from "../src/videos/video-store.js";
import { defaultWorld, type World } from "../src/world/world.js";

const key = "sk-mock-full";
const minuteMs = 60_000;

/** Returns the options of the suite's sessions. */
export function conformanceOptions(): SessionsOptions {
  const world = defaultWorld();
  const ofTest: World = {
    ...world,
    faults: [{ fault: "status-500", times: 2 }],
    variants: { empty: { ...world, name: "empty", faults: [], keys: {} } },
  };
  return {
    world: ofTest,
    seed: 1,
    requestsPerMinute: 500,
    points: 1_000_000,
    latency: latencies.instant,
    journalSize: 50,
    journalBytes: 1_000_000,
    maxBodyValues: 60_000,
  };
}

/**
 * Tests the promises of every store, seen through two doors: two processes of a store that is shared, or twice the same memory.
 */
export function describeStore(name: string, doors: () => [Store, Store]): void {
  describe(name, () => {
    let count = 0;

    /** Charges a session a few points, as an answer does. */
    const charge = (
      { state, clock }: Session,
      id: string,
      { points = 1, timeMs = clock.now(), botName = "GPT-5.2" } = {},
    ) => state.leave(key, { entry: { id, keyName: "full", botName, timeMs, points } });

    /** A session of its own for a test, entered through a door as a request with a key enters it. */
    function nextSession() {
      count += 1;
      const session = `test-${count}`;
      const ask = (door: 0 | 1, sent = key) => doors()[door].sessions.enter(callWith(sent), { name: session });
      const enter = async (door: 0 | 1, sent = key): Promise<Session> => (await ask(door, sent)).session;
      return { session, ask, enter, both: () => Promise.all([enter(0), enter(1)]) };
    }

    test("a session that starts over in another world is in that world through each door", async () => {
      const { session, both, enter } = nextSession();
      await both();
      const enterEmpty = (door: 0 | 1) =>
        doors()[door].sessions.enter(callWith(key), { name: session, worldName: "empty" });

      await expect(enterEmpty(1)).rejects.toThrow("is in the world 'default'");
      await doors()[0].sessions.forget(session);
      await doors()[0].sessions.of(session, "empty");

      expect((await enterEmpty(1)).session.world.name).toBe("empty");
      expect((await enter(1)).world.name).toBe("empty");
    });

    test("no more of many requests at once are let in than a minute has room for", async () => {
      const { ask } = nextSession();

      const entries = await Promise.all(Array.from({ length: 620 }, (_, index) => ask(index % 2 === 0 ? 0 : 1)));

      const allowed = entries.flatMap(({ counted }) => (counted?.window.isAllowed ? counted.window : []));
      expect(allowed).toHaveLength(500);
      expect(allowed.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 500 }, (_, index) => index),
      );
    });

    test("after the time that it tells, a request is let in again, and not before", async () => {
      const { ask, enter } = nextSession();
      const count = async (door: 0 | 1) => (await ask(door, "sk-mock-tiny")).counted?.window;
      await (await enter(0)).clock.freeze();

      for (const door of [0, 1, 0] as const) expect((await count(door))?.isAllowed).toBe(true);
      await (await enter(0)).clock.advance(minuteMs - 1);
      const refused = await count(1);
      await (await enter(1)).clock.advance(refused?.retryAfterMs ?? 0);

      expect(refused).toMatchObject({ isAllowed: false, limit: 3, remaining: 0, retryAfterMs: 1 });
      expect((await count(0))?.isAllowed).toBe(true);
    });

    test("charges at once take no more than there is, and the history says what each took", async () => {
      const { enter } = nextSession();
      await (await enter(0)).state.setBalance(key, 1000);

      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const session = await enter(index % 2 === 0 ? 0 : 1);
          await charge(session, session.makeId("q", 17), { points: 30, botName: `Bot "${index}"` });
        }),
      );

      const { state, clock } = await enter(1);
      const page = await state.listEntries(key, { limit: 100, startingAfter: undefined, nowMs: clock.now() });
      expect(await state.balanceOf(key)).toBe(0);
      expect(page?.entries).toHaveLength(60);
      expect(page?.entries.reduce((sum, { points }) => sum + points, 0)).toBe(1000);
      expect(page?.entries.filter(({ points }) => points === 30)).toHaveLength(33);
      expect(new Set(page?.entries.map(({ botName }) => botName)).size).toBe(60);
    });

    test("of many changes of a key at once none is lost", async () => {
      const { enter } = nextSession();
      const sessions = await Promise.all(Array.from({ length: 20 }, (_, index) => enter(index % 2 === 0 ? 0 : 1)));

      await Promise.all(
        sessions.map(({ state }, index) =>
          state.changeKeys((keys) => {
            const rights = keys.get(key);
            if (rights === undefined) throw new Error("There is no key.");
            return { [key]: { ...rights, says: `${rights.says} ${index}`, ...(index === 7 && { isRevoked: true }) } };
          }),
        ),
      );

      const changed = await (await enter(1)).state.findKey(key);
      expect(changed?.isRevoked).toBe(true);
      expect(
        changed?.says
          .split(" ")
          .slice(2)
          .map(Number)
          .toSorted((a, b) => a - b),
      ).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    test("a history is read in pages, newest first, and what is older than a month is gone", async () => {
      const { enter } = nextSession();
      const session = await enter(0);
      await session.clock.freeze();
      const nowMs = session.clock.now();
      await charge(session, "old", { timeMs: nowMs - 31 * 24 * 60 * minuteMs });
      for (const id of ["a", "b", "c", "d", "e"]) await charge(session, id);

      const reader = await enter(1);
      const list = (startingAfter?: string) => reader.state.listEntries(key, { limit: 2, startingAfter, nowMs });
      const pages = [await list(), await list("d"), await list("b")];

      expect(pages.map((page) => page?.entries.map(({ id }) => id))).toEqual([["e", "d"], ["c", "b"], ["a"]]);
      expect(pages.map((page) => page?.hasMore)).toEqual([true, true, false]);
      expect(await list("old")).toBeUndefined();
      expect(await list("nothing")).toBeUndefined();
    });

    test("a key is rotated once, and the next one has its rights, points and history", async () => {
      const { both, enter } = nextSession();
      const [one, other] = await both();
      await one.state.setBalance(key, 100);
      await charge(one, "q1");

      const results = await Promise.allSettled([
        one.state.changeKeys(rotateKey(key, "sk-a")),
        other.state.changeKeys(rotateKey(key, "sk-b")),
      ]);
      const won = results[0].status === "fulfilled" ? "sk-a" : "sk-b";

      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const { state } = await enter(1, won);
      expect(state.findKey(won)).toMatchObject({ name: "full", isRevoked: false });
      expect(state.balanceOf(won)).toBe(99);
      const page = await state.listEntries(won, { limit: 9, startingAfter: undefined, nowMs: one.clock.now() });
      expect(page?.entries.map(({ id }) => id)).toEqual(["q1"]);
      expect(new Map(await state.listKeys()).get(key)?.isRevoked).toBe(true);
    });

    test("the thousand last responses are kept, and no older ones", async () => {
      const { enter } = nextSession();
      const thread = { turns: [], instructions: [] };
      const kept = Array.from({ length: 1001 }, (_, index) =>
        keptResponse("main", { id: `resp_${index}`, thread, output: [] }),
      );

      await (await enter(0)).state.leave(key, { kept: kept.flat() });

      const { responses } = (await enter(1)).state;
      expect(await responses.findThread("main", "resp_0")).toBeUndefined();
      expect(await responses.findThread("main", "resp_1")).toEqual(thread);
    });

    test("a change that is refused changes nothing, and those made at once with it are made", async () => {
      const { enter } = nextSession();
      const session = await enter(0);
      const { state } = session;
      const refuse = () => {
        throw new RangeError("No.");
      };

      const results = await Promise.allSettled([
        state.setBalance(key, 70),
        state.changeKeys(refuse),
        charge(session, "q1"),
      ]);

      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await enter(1)).state.balanceOf(key)).toBe(69);
    });

    test("a video is there for its account, and those of the examples for every key", async () => {
      const [one, other] = await nextSession().both();
      const shape = { model: "Sora-2", prompt: "Rain.", seconds: 4, size: "720x1280", remixedFrom: null };
      const job = { ...shape, id: "video_1", createdMs: one.clock.now() };

      await one.state.leave(key, { kept: [keptVideo("main", job)] });

      expect(await other.state.videos.find("main", "video_1")).toEqual(job);
      expect(await other.state.videos.find("sk-mock-low", "video_1")).toBeUndefined();
      expect(other.state.videos.example("video_68f1a3c29b7e4d05")?.status).toBe("completed");
    });

    test("a clock is moved, stopped and started for all", async () => {
      const { enter } = nextSession();
      const { clock } = await enter(0);
      await clock.freeze(Date.UTC(2030, 0, 1));
      await clock.advance(500);

      const other = await enter(1);

      expect(other.clock.now()).toBe(Date.UTC(2030, 0, 1) + 500);
      expect(other.clock.isFrozen).toBe(true);
      await other.clock.run();
      await expect.poll(() => clock.isFrozen).toBe(false);
      expect(clock.now()).toBeGreaterThanOrEqual(Date.UTC(2030, 0, 1) + 500);
      expect(clock.now()).toBeLessThan(Date.UTC(2030, 0, 1) + minuteMs * 10);
    });

    test("a fault that holds so many times holds so often for all together", async () => {
      const { enter } = nextSession();
      const request = requestOf();

      const taken = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          (await enter(index % 2 === 0 ? 0 : 1)).faults.take({ request, key }),
        ),
      );

      expect(taken.filter((faults) => faults.length > 0)).toHaveLength(2);
      expect(await (await enter(1)).faults.list()).toEqual([]);
    });

    test("chance tells repetitions of a request apart, wherever they are sent", async () => {
      const { ask } = nextSession();
      const draws: boolean[] = [];
      for (let index = 0; index < 60; index++) {
        const { session, number } = await ask(index % 3 === 0 ? 0 : 1);
        const { chance, journal } = session;
        const entry = journal.begin(callWith(key), 0, number);
        const draw = await chance.drawFor(requestOf(), entry);
        expect(await chance.drawFor(requestOf(), entry)).toBe(draw);
        draws.push(draw("status-503", 0.5));
      }

      expect(draws).toEqual(drawsOfOneProcess(60));
    });

    test("recordings that answer in turn take their turns together, and others their own", async () => {
      const { enter } = nextSession();

      const turns = [];
      for (const door of [0, 1, 0, 1] as const) turns.push(await (await enter(door)).chance.count("recording a"));

      expect(turns).toEqual([0, 1, 2, 3]);
      expect(await (await enter(1)).chance.count("recording b")).toBe(0);
    });

    test("scripted replies keep what they say, those added last first", async () => {
      const { enter } = nextSession();
      const { replies } = await enter(0);
      const reply = { reply: { text: "Yes.", toolCalls: [{ name: "f", arguments: { list: [], none: {} } }] } };

      await replies.add({ reply: { text: "No." } });
      const added = await replies.add(reply);

      const listed = await (await enter(1)).replies.list();
      expect(listed.map(({ id }) => id)[0]).toBe(added.id);
      expect(listed[0]).toEqual({ ...reply, id: added.id });
      expect(listed).toHaveLength(2);
    });

    test("no id is given out twice", async () => {
      const { enter } = nextSession();

      const ids = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const { makeId } = await enter(index % 2 === 0 ? 0 : 1);
          return [makeId("req-", 24), makeId("q", 17), makeId("resp_", 32), makeId("msg_", 24)];
        }),
      );

      expect(new Set(ids.flat()).size).toBe(800);
    });

    test("exchanges of all are in one journal, in the order in which they came", async () => {
      const { ask, enter } = nextSession();
      const heard: string[] = [];
      const watching = await enter(1);
      const end = await watching.journal.subscribe((id) => heard.push(id));
      const sessions = [await ask(0), await ask(1), await ask(0)];
      const entries = sessions.map(({ session: { journal, clock }, number }) =>
        journal.begin(callWith(key), clock.now(), number),
      );

      for (const [index, entry] of [...entries.entries()].toReversed()) {
        const { journal } = (sessions[index] as (typeof sessions)[number]).session;
        const head = { status: 200, headers: {}, atMs: 1, chunks: [], endMs: 2, ending: "complete" as const };
        journal.answer(entry, head);
        journal.keep(entry, { atMs: 1, chunk: "ä" });
        journal.keep(entry, { atMs: 2, chunk: new Uint8Array([0, 255]) });
        journal.publish(entry);
      }
      await expect.poll(() => heard.length).toBe(3);
      end();

      const last = await (await enter(1)).journal.read();
      const read = entries.map(({ id }) => last.find(id));
      expect(new Set(heard)).toEqual(new Set(entries.map(({ id }) => id)));
      expect(read.map((entry) => entry?.call.headers.authorization)).toEqual(Array(3).fill(`Bearer ${key}`));
      expect(read[0]?.response?.chunks.map(({ chunk }) => [...Buffer.from(chunk)])).toEqual([
        [195, 164],
        [0, 255],
      ]);
      expect(last.before(read[2] as never, 2).map(({ id }) => id)).toEqual([entries[0]?.id, entries[1]?.id]);
      expect(last.same(read[2] as never)?.id).toBe(entries[1]?.id);
      await (await enter(0)).journal.clear();
      expect((await (await enter(1)).journal.read()).find(entries[0]?.id ?? "")).toBeUndefined();
    });

    test("a session that is forgotten begins as new for all, and what goes on in the old one is not seen", async () => {
      const { session, enter } = nextSession();
      const old = await enter(0);
      await old.state.setBalance(key, 1);
      await old.clock.advance(60 * minuteMs);
      await charge(await enter(1), "q");

      await doors()[1].sessions.forget(session);
      const begun = await enter(0);
      await charge(old, "late");

      expect(await begun.state.balanceOf(key)).toBe(1_000_000);
      expect(begun.clock.now()).toBeLessThan(old.clock.now());
      const query = { limit: 9, startingAfter: undefined, nowMs: begun.clock.now() };
      expect((await (await enter(1)).state.listEntries(key, query))?.entries).toEqual([]);
    });

    test("sessions are listed, and each stays in its world", async () => {
      const { session } = nextSession();
      const [one, other] = doors();

      await one.sessions.of(session, "empty");
      const found = await other.sessions.of(session);

      expect((await other.sessions.list()).map(({ name: listed }) => listed)).toContain(session);
      expect(found.world.name).toBe("empty");
      expect(await found.state.findKey(key)).toBeUndefined();
      await expect((async () => other.sessions.of(session, "default"))()).rejects.toThrow(/is in the world 'empty'/);
      await expect((async () => other.sessions.of("x", "nowhere"))()).rejects.toThrow(/'nowhere' is not there/);
    });

    test("another world takes the place of the one before, without what the session added itself", async () => {
      const { enter } = nextSession();
      const [one] = doors();
      const { world } = conformanceOptions();
      const { faults, state } = await enter(0);
      await faults.add({ fault: "status-503" });
      const tiny = await state.findKey("sk-mock-tiny");
      if (tiny === undefined) throw new Error("There is no key.");
      const { "sk-mock-low": _, ...keys } = world.keys;

      await one.sessions.setWorld({
        ...world,
        keys: { ...keys, "sk-mock-tiny": { ...tiny, requestsPerMinute: 1 } },
        faults: [{ fault: "status-402" }],
      });
      await sleep(0);

      const after = await enter(0);
      expect((await after.faults.list()).map(({ fault }) => fault)).toEqual(["status-402", "status-503"]);
      expect((await after.state.findKey("sk-mock-tiny"))?.requestsPerMinute).toBe(1);
      expect(await after.state.findKey("sk-mock-low")).toMatchObject({ isRevoked: true });
      await one.sessions.setWorld(world);
    });
  });
}

function callWith(sent: string): Call {
  const headers = { authorization: `Bearer ${sent}`, "content-type": "application/json" };
  const path = "/v1/models";
  const asked = { method: "GET", path, target: path, query: new URLSearchParams(), headers };
  return { ...asked, body: new Uint8Array(), origin: "http://mock", isLocal: true };
}

/** Returns the decisions of chance on repetitions that one process answers. */
function drawsOfOneProcess(count: number): boolean[] {
  const { seed } = conformanceOptions();
  const id = createRandom(["listModels", {}, {}, {}], seed)();
  return Array.from({ length: count }, (_, turn) => createRandom(["status-503", `${id} ${turn}`], seed)() < 0.5);
}

function requestOf(): ApiRequest {
  const asked = { operation: operationOf("listModels"), path: {}, fields: {}, model: undefined };
  return { ...asked, query: {}, files: {}, faultByName: "" };
}
