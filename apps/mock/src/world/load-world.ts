import { readFileSync } from "node:fs";
import { buildWorld } from "./build-world.js";
import type { World } from "./world.js";
import type { WorldFile } from "./world-file.js";
import { WorldFileError } from "./world-file-error.js";
import { readSource } from "./world-source.js";

/** Loads the world of a data file, or of a value like one. Throws a `WorldFileError` that lists all that is wrong. */
export function loadWorld(state: string | WorldFile): World {
  const source = typeof state === "string" ? readSource(state, readText(state)) : plainSource(state);
  if (source.mistakes.length > 0) throw new WorldFileError(source.mistakes);
  const { world, mistakes } = buildWorld(source.value);
  if (mistakes.length === 0) return world;
  throw new WorldFileError(mistakes.map((mistake) => ({ ...mistake, place: source.placeOf(mistake.pointer) })));
}

/** The value of a data file, as it can be passed on. */
export function readWorldFile(file: string): unknown {
  return readSource(file, readText(file)).value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new Error(`The data file ${file} can't be read (${why}).`, { cause: error });
  }
}

const plainSource = (value: WorldFile) => ({ value: value as unknown, mistakes: [], placeOf: () => "state:" });
