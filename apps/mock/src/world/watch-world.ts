import { type BigIntStats, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { readWorld, type WorldOptions } from "./read-world.js";
import type { World } from "./world.js";

/** Calls a listener after each save of a file. */
export interface FileWatch {
  /** Begins to call. A save since the watch was made counts. Returns what ends that. */
  start(onSave: () => void): () => void;
}

/**
 * Gives the world again each time its data file is saved; a file that is wrong changes nothing, and the log says what is
 * wrong with it. Returns what ends that.
 */
export function watchWorld(
  options: WorldOptions,
  {
    watch,
    onWorld,
    log,
  }: {
    watch: FileWatch | undefined;
    onWorld: (world: World) => Promise<void>;
    log: ((line: string) => void) | undefined;
  },
): () => void {
  const { state } = options;
  if (typeof state !== "string" || watch === undefined) return () => undefined;
  return watch.start(async () => {
    try {
      await onWorld(readWorld(options));
      log?.(`${state} was saved, and its world is in force.`);
    } catch (error) {
      log?.(`${state} has changed, but can't be used; the world before stays in force.`);
      for (const line of String(error instanceof Error ? error.message : error).split("\n")) log?.(line);
    }
  });
}

/** Editors save in several steps; a file that looks the same this much later is whole. */
const intervalMs = 150;

/**
 * Watches a file from now on. It is looked at again and again: the system tells nothing of a file that is mounted by
 * itself, of one behind a link that is changed elsewhere, as in a ConfigMap, or of one on another machine.
 */
export function watchFile(file: string): FileWatch {
  let known = signatureOf(statSync(file, { bigint: true, throwIfNoEntry: false }));

  return {
    start(onSave) {
      let seen = known;
      const timer = setInterval(async () => {
        const now = signatureOf(await stat(file, { bigint: true }).catch(() => undefined));
        if (now === seen && now !== known) {
          known = now;
          onSave();
        }
        seen = now;
      }, intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** Tells one state of a file from another; a file that isn't there has one too. */
const signatureOf = (found: BigIntStats | undefined) =>
  found === undefined ? "" : `${found.mtimeNs} ${found.size} ${found.ino}`;
