import type { Operation, ParameterRow } from "@model-access/contract";
import { type Choose, pick } from "./choices.js";
import { oddNames, oddTexts } from "./odd-values.js";

/** Values that parameters may have; the first one is right. */
const parameterValues: Record<string, [string, ...string[]]> = {
  video_id: ["video_68f1a3c29b7e4d05", "video_0"],
  bot_name: ["Claude-Haiku-4.5", "App-Creator"],
  "anthropic-version": ["2023-06-01", "2023-13-41", "soon"],
  "anthropic-beta": ["interleaved-thinking-2025-05-14", ","],
  limit: ["20", "1", "100", "0", "101", "-1", "1.5", "1e2", "0x10", "all"],
  starting_after: ["q0"],
  variant: ["thumbnail", "spritesheet", "video", "Video"],
};

/** Texts of an operation's parameters in one place: for the most part right, else left out or odd. */
export function makeParameters(
  { parameters }: Operation,
  { place, choose }: { place: ParameterRow["in"]; choose: Choose },
): Record<string, string> {
  const made: Record<string, string> = {};
  for (const { name, required } of parameters.filter((row) => row.in === place)) {
    const values = parameterValues[name] ?? ["Hello"];
    const kind = choose(12);
    if (place !== "path" && kind > (required ? 10 : 4)) continue;
    made[name] = kind === 1 ? oddParameter(place, choose) : kind < 4 ? pick(values, choose) : values[0];
  }
  if (place === "query" && choose(8) === 1) made[pick(oddNames, choose)] = pick(oddTexts, choose);
  return made;
}

/** A header can't carry every text, and an empty segment of a path leads elsewhere. */
function oddParameter(place: ParameterRow["in"], choose: Choose): string {
  const text = pick(oddTexts, choose);
  if (place === "header") return text.replaceAll(/[^\x21-\x7e]/g, "?");
  return place === "path" && text.trim() === "" ? "%" : text;
}
