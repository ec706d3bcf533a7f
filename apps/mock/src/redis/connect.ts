import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../clock.js";
import { Refusal } from "../refusal.js";
import { createClient, createCluster } from "./client.js";
import type { Script } from "./script.js";

/** A step that takes longer fails; the server does not carry it out later. */
const stepMs = 2_000;
/** By how much an answer may be later than its step. */
const graceMs = 500;
const probeMs = 200;
const oldestVersion = 7;

type Arguments = readonly (string | Buffer)[];

export type Connection = Awaited<ReturnType<typeof connect>>;

/** Connects to `redis://`, or `rediss://` for TLS. Throws a `RangeError` of one sentence, without the password, where that can't be. */
export async function connect(address: string, log: (line: string) => void = () => undefined) {
  const url = URL.parse(address);
  if (url === null || !/^rediss?:$/.test(url.protocol) || !/^(\/\d*)?$/.test(url.pathname) || url.hostname === "") {
    throw new RangeError(
      "The URL of the store is wrong; write it like redis://127.0.0.1:6379/0, or rediss:// for TLS.",
    );
  }
  const where = `${url.hostname}:${url.port || 6379}`;
  const database = Number(url.pathname.slice(1) || 0);
  let isConnected = false;
  const socket = {
    connectTimeout: stepMs,
    reconnectStrategy: (attempts: number) =>
      isConnected && Math.min(1_000, 50 * 2 ** Math.min(attempts, 6)) + Math.random() * 50,
  };
  // The client's own time for a command takes a signal for each, and ends before ours.
  const commandOptions = { timeout: 0 };
  const options = { url: address, socket, disableOfflineQueue: true, commandOptions };
  const single = createClient(options);
  single.on("error", () => undefined); // what fails is told by each step
  try {
    await single.connect();
    await checkVersion(await single.info("server"));
  } catch (error) {
    single.destroy();
    throw sentence(error);
  }
  const isCluster = /cluster_enabled:1/.test(await single.info("cluster"));
  const client = isCluster ? await joinCluster() : single;
  // A cluster passes messages on between its nodes, so that one connection gets all of them.
  const subscriber = single.duplicate({ disableOfflineQueue: false });
  subscriber.on("error", () => undefined);

  let skewMs = 0;
  let isAway = false;
  let isClosed = false;
  const backListeners = new Set<() => void>();
  const bytesOf = client.withTypeMapping({ 36: Buffer }); // the type of a text in the protocol

  const connection = {
    /** Number of the server's database; events of others are not ours. */
    database,
    /** The server's time, as nearly as it is known. */
    now: () => systemClock.now() + skewMs,
    /** Corrects that by a time that the server told between two moments of ours. */
    learnTime(serverMs: number, sentMs: number) {
      const early = serverMs - (sentMs + skewMs);
      const late = serverMs - (systemClock.now() + skewMs);
      if (early < 0) skewMs += early;
      else if (late > 0) skewMs += late;
    },
    /** Runs a script on the keys of one slot. Throws a refusal where the store does not answer in time. */
    run: (script: Script, key: string, args: Arguments) => runOn(client, script, key, args),
    /** The same, with texts as the bytes that they are. */
    runForBytes: (script: Script, key: string, args: Arguments) =>
      runOn(bytesOf as unknown as typeof client, script, key, args),
    publish: async (channel: string, message: string) => void (await step(client.publish(channel, message))),
    async subscribe(channel: string, listener: (message: string) => void) {
      await step(subscriber.subscribe(channel, listener));
      return () => void subscriber.unsubscribe(channel, listener).catch(() => undefined);
    },
    /** Calls the listener when the store is there again after it was away. */
    onBack: (listener: () => void) => void backListeners.add(listener),
    check: async () => {
      if (isAway) throw away();
      await step(ping());
    },
    async close() {
      isClosed = true;
      subscriber.destroy();
      if (client !== single) client.destroy();
      single.destroy();
    },
  };

  try {
    isConnected = true;
    const sentMs = systemClock.now();
    const [seconds, micros] = (await single.sendCommand(["TIME"])) as unknown as [string, string];
    skewMs = Number(seconds) * 1000 + Number(micros) / 1000 - (sentMs + systemClock.now()) / 2;
    // Where it only has no room now, requests get 503 until it has.
    await ping().catch((error: unknown) => {
      if (!/^(OOM|MISCONF|NOREPLICAS|LOADING)\b/.test(reasonOf(error))) throw error;
    });
    await subscriber.connect();
  } catch (error) {
    await connection.close();
    throw sentence(error);
  }
  return connection;

  async function joinCluster() {
    const { username, password } = url as URL; // it was parsed above
    const cluster = createCluster({
      rootNodes: [{ url: address }],
      commandOptions,
      defaults: {
        socket,
        disableOfflineQueue: true,
        ...(username !== "" && { username: decodeURIComponent(username) }),
        ...(password !== "" && { password: decodeURIComponent(password) }),
      },
    });
    cluster.on("error", () => undefined);
    await cluster.connect().catch((error: unknown) => {
      single.destroy();
      throw sentence(error);
    });
    return cluster as unknown as typeof single; // of what is used here, they have the same
  }

  async function runOn(on: typeof client, { text, sha }: Script, key: string, args: Arguments): Promise<unknown> {
    if (isAway) throw away();
    const given = { keys: [key], arguments: [String(connection.now() + stepMs), ...args] as string[] }; // or bytes
    return step(
      on.evalSha(sha, given).catch((error: unknown) => {
        if (!String(error).includes("NOSCRIPT")) throw error;
        return on.eval(text, given);
      }),
    );
  }

  /** Returns the result of a step. A step without an answer marks the store as away until it answers again. */
  async function step<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await within(answer);
    } catch (error) {
      // A mistake in what was asked is ours, and no sign of the store's.
      if (/^(ERR|WRONGTYPE)\b/.test(error instanceof Error ? error.message : "")) throw error;
      leave(error);
      throw away();
    }
  }

  function leave(error: unknown): void {
    if (isAway || isClosed) return;
    isAway = true;
    log(`The store at ${where} can't be used: ${reasonOf(error)}. Requests get 503 until it can.`);
    void comeBack();
  }

  async function comeBack(): Promise<void> {
    while (!isClosed) {
      await sleep(probeMs, undefined, { ref: false });
      const isThere = await within(ping()).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      isAway = false;
      log(`The store at ${where} can be used again.`);
      for (const listener of backListeners) listener();
      return;
    }
  }

  /** Writes, as a server without room, or a replica, answers and can't be used all the same. */
  function ping(): Promise<unknown> {
    const script = "return redis.call('SET', KEYS[1], '', 'PX', 1000)";
    return client.eval(script, { keys: ["model-access-mock:{ping}"], arguments: [] });
  }

  function away(): Refusal {
    return new Refusal("store_unavailable", "The mock's store can't be used; try again.", { "retry-after": "1" });
  }

  function sentence(error: unknown): RangeError {
    if (error instanceof RangeError) return error;
    const reason = reasonOf(error);
    if (/^(WRONGPASS|NOAUTH|ERR.*AUTH)/.test(reason)) {
      return new RangeError(`The store at ${where} refuses the user or the password of its URL; correct it.`);
    }
    if (reason.startsWith("READONLY")) {
      return new RangeError(`The store at ${where} is a replica, which takes no writes; give the URL of its primary.`);
    }
    if (reason.startsWith("NOPERM")) {
      return new RangeError(
        `The user of the store at ${where} may not do what the mock needs (${reason}); allow it all commands on model-access-mock:*.`,
      );
    }
    return new RangeError(`The store at ${where} can't be reached (${reason}); start it, or correct its URL.`);
  }

  function checkVersion(info: string): void {
    const version = /^(?:redis_version):(\S+)/m.exec(info)?.[1] ?? "0";
    if (Number.parseInt(version, 10) >= oldestVersion) return;
    throw new RangeError(
      `The store at ${where} is Redis ${version}; the mock needs Redis or Valkey ${oldestVersion} or later.`,
    );
  }

  /** Says what failed, without what the client quotes of its options. */
  function reasonOf(error: unknown): string {
    const { code, message = String(error) } = error as { code?: string; message?: string };
    const text = (code ?? message).split("\n")[0]?.replace(/\.? script: .*/, "") ?? "";
    return url?.password ? text.replaceAll(url.password, "…").replaceAll(decodeURIComponent(url.password), "…") : text;
  }
}

function within<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${stepMs} ms`)), stepMs + graceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
