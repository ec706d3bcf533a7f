import { readWorld, type WorldOptions } from "./read-world.js";
import { watchFile } from "./watch-file.js";
import type { World } from "./world.js";

/**
 * Gives the world anew each time its data file is saved; a file that is wrong changes nothing, and the log says what is
 * wrong with it. Returns what ends that.
 */
export function watchWorld(
  options: WorldOptions,
  { onWorld, log }: { onWorld: (world: World) => void; log: ((line: string) => void) | undefined },
): () => void {
  const { state } = options;
  if (typeof state !== "string") return () => undefined;
  return watchFile(state, {
    onSave() {
      try {
        onWorld(readWorld(options));
        log?.(`${state} was saved, and its world is in force.`);
      } catch (error) {
        log?.(`${state} has changed, but can't be used; the world before stays in force.`);
        for (const line of String(error instanceof Error ? error.message : error).split("\n")) log?.(line);
      }
    },
    onError: ({ code }) => log?.(`${state} can't be watched (${code}), so that no save of it is noticed.`),
  });
}
