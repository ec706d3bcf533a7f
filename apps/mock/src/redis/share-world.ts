import { createHash } from "node:crypto";
import type { Sessions } from "../session/sessions.js";
import { readWorldFile } from "../world/load-world.js";
import { readWorld, type WorldOptions } from "../world/read-world.js";
import type { World } from "../world/world.js";
import type { WorldFile } from "../world/world-file.js";
import type { Connection } from "./connect.js";
import { defineScript } from "./script.js";

const key = "model-access-mock:{world}";
/** The data file is forgotten so long after the last process has ended. */
const keptMs = 60_000;
const writeScript = defineScript(`return redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3], 'GET') or ''`);
const readScript = defineScript(`return redis.call('GET', KEYS[1]) or ''`);
const touchScript = defineScript(`return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

export interface ShareWorldOptions {
  /** The options from which this process makes its world. */
  options: WorldOptions;
  sessions: Sessions;
  log: (line: string) => void;
}

/**
 * Keeps all processes in the world of the data file that one of them read last. One that has no file takes that of the
 * others; one whose own is another says so.
 */
export async function shareWorld(
  connection: Connection,
  { options, sessions, log }: ShareWorldOptions,
): Promise<{ share(world: World): Promise<void>; stop(): void }> {
  const channel = `model-access-mock:${connection.database}:world`;
  let current = "";
  const timer = setInterval(
    () => void connection.run(touchScript, key, [String(keptMs)]).catch(() => undefined),
    keptMs / 3,
  );
  timer.unref();
  await connection.subscribe(channel, follow);
  if (options.state === undefined) follow(await read());
  else {
    const before = await read();
    if (before !== "" && before !== textOf(options)) {
      follow(before);
      log("The data file of this process is now in force for all processes; that of the others was another one.");
    }
    await share(readWorld(options));
  }
  return { share, stop: () => clearInterval(timer) };

  async function read(): Promise<string> {
    return String(await connection.run(readScript, key, []));
  }

  /** Passes on the file of this process, which has just been read. */
  async function share(world: World): Promise<void> {
    const text = textOf(options);
    const before = String(await connection.run(writeScript, key, [text, String(keptMs)]));
    current = text;
    if (before === text) return sessions.followWorld(world); // another process that has the same file was first
    await sessions.setWorld(world);
    await connection.publish(channel, text);
  }

  function follow(text: string): void {
    if (text === "" || text === current) return;
    if (current !== "")
      log(`Another process has read a data file (${digestOf(text)}); its world is in force here too.`);
    current = text;
    sessions.followWorld(readWorld({ ...options, state: JSON.parse(text) as WorldFile })); // its process has checked it
  }
}

const textOf = ({ state = {} }: WorldOptions) =>
  JSON.stringify(typeof state === "string" ? readWorldFile(state) : state);

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);
