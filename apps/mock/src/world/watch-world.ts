import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Promisable } from "../store/store.js";
import { readWorld, type WorldOptions } from "./read-world.js";
import type { World } from "./world.js";

/**
 * Gives the world again each time its data file is saved; a file that is wrong changes nothing, and the log says what is
 * wrong with it. Returns what ends that.
 */
export function watchWorld(
  options: WorldOptions,
  { onWorld, log }: { onWorld: (world: World) => Promisable<void>; log: ((line: string) => void) | undefined },
): () => void {
  const { state } = options;
  if (typeof state !== "string") return () => undefined;
  return watchFile(state, {
    async onSave() {
      try {
        await onWorld(readWorld(options));
        log?.(`${state} was saved, and its world is in force.`);
      } catch (error) {
        log?.(`${state} has changed, but can't be used; the world before stays in force.`);
        for (const line of String(error instanceof Error ? error.message : error).split("\n")) log?.(line);
      }
    },
    onError: ({ code }) => log?.(`${state} can't be watched (${code}), so that no save of it is noticed.`),
  });
}

/** Editors save in several steps; this long after the last one the file is whole. */
const quietMs = 50;

/** Calls `onSave` after each save of a file, and `onError` where the system can't or can no longer watch it. Returns what ends that. */
export function watchFile(
  file: string,
  { onSave, onError }: { onSave: () => void; onError: (error: NodeJS.ErrnoException) => void },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher;
  const name = basename(file);
  try {
    // The folder, as an editor that puts a new file in place of the old one takes a watch on the file with it.
    watcher = watch(dirname(file), { persistent: false });
  } catch (error) {
    onError(error as NodeJS.ErrnoException); // what the system refuses has a code
    return () => undefined;
  }
  watcher.on("error", onError);
  watcher.on("change", (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(onSave, quietMs);
    timer.unref();
  });
  return () => {
    watcher.close();
    clearTimeout(timer);
  };
}
