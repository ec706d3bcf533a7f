import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../conversation/json.js";
import type { ScriptedReply } from "../conversation/scripted-reply.js";
import { reasonOf } from "../reason-of.js";
import { buildWorld } from "./build-world.js";
import type { World } from "./world.js";
import type { WorldFile } from "./world-file.js";
import { WorldFileError } from "./world-file-error.js";
import { type PlacedMistake, readSource, type WorldSource } from "./world-source.js";

/** Loads the world of a data file, or of a value like one. Throws a `WorldFileError` that lists all that is wrong. */
export function loadWorld(state: string | WorldFile): World {
  const source = typeof state === "string" ? readFile(state) : plainSource(state);
  if (source.value === undefined) throw new WorldFileError(source.mistakes);
  const { world, mistakes } = buildWorld(source.value);
  const placed = mistakes.map((mistake) => ({ ...mistake, place: source.placeOf(mistake.pointer) }));
  if (source.mistakes.length + placed.length === 0) return world;
  throw new WorldFileError([...source.mistakes, ...placed]);
}

/** The value of a data file, as it can be passed on. */
export function readWorldFile(file: string): unknown {
  return readFile(file).value;
}

/** A data file with the texts of the files that its replies name. */
function readFile(file: string): WorldSource {
  const source = readSource(file, readText(file, "data file"));
  const mistakes: PlacedMistake[] = [];
  const value = withTexts(source.value, "");
  return { ...source, value, mistakes: [...source.mistakes, ...mistakes] };

  function withTexts(part: unknown, at: string): unknown {
    if (!isObject(part)) return part;
    const { replies, worlds } = part;
    return {
      ...part,
      ...(Array.isArray(replies) && {
        replies: replies.map((reply, index) => withText(reply, `${at}/replies/${index}`)),
      }),
      ...(isObject(worlds) && {
        worlds: Object.fromEntries(
          Object.entries(worlds).map(([name, variant]) => [name, withTexts(variant, `${at}/worlds/${name}`)]),
        ),
      }),
    };
  }

  function withText(given: unknown, pointer: string): unknown {
    if (!isObject(given) || !isObject(given.reply)) return given;
    const named = [given.reply.textFile ?? []].flat();
    if (named.length === 0 || !named.every((name) => typeof name === "string")) return given; // the schema says what is wrong
    try {
      return inlineTextFiles(given as ScriptedReply, (name) => readText(join(file, "..", name), "text file"));
    } catch (error) {
      const at = `${pointer}/reply/textFile`;
      mistakes.push({ pointer: at, message: String((error as Error).message), place: source.placeOf(at) }); // of readText
      return inlineTextFiles(given as ScriptedReply, () => "");
    }
  }
}

/**
 * Returns a reply with the texts of its `textFile` in their place. Of the dollars in them, only those of a name refer to
 * something: `$<question>`, `$<city>`.
 */
function inlineTextFiles<Given extends ScriptedReply>(given: Given, readText: (file: string) => string): Given {
  const { textFile, ...reply } = given.reply ?? {};
  if (textFile === undefined) return given;
  const texts = [textFile].flat().map((file) => {
    const text = readText(file).trimEnd();
    return given.pattern === undefined ? text : text.replaceAll(/\$(?!<)/g, "$$$$");
  });
  return { ...given, reply: { ...reply, text: typeof textFile === "string" ? (texts[0] ?? "") : texts } };
}

function readText(file: string, what: "data file" | "text file"): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`The ${what} ${file} can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

const plainSource = (value: WorldFile) => ({ value: value as unknown, mistakes: [], placeOf: () => "state:" });
