import type { PlacedMistake } from "./world-source.js";

/** Thrown for a data file that is wrong; the message has one line for each mistake: its place, its JSON pointer, and a sentence. */
export class WorldFileError extends Error {
  constructor(mistakes: PlacedMistake[]) {
    super(
      mistakes.map(({ place, pointer, message }) => [place, pointer, message].filter(Boolean).join(" ")).join("\n"),
    );
    this.name = "WorldFileError";
  }
}
