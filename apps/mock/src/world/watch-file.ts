import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors save in several steps; this long after the last one the file is whole. */
const quietMs = 50;

/** Calls the listener after each save of a file. Returns what ends that. */
export function watchFile(file: string, onSave: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(file);
  // The folder, as an editor that puts a new file in the place of the old one takes a watch on the file with it.
  const watcher = watch(dirname(file) || ".", { persistent: false }, (_event, changed) => {
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
