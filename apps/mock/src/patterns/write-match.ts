import { RE2JS } from "re2js";
import { pick, type Random } from "../random.js";
import type { LinearPattern } from "./linear-pattern.js";
import type { PatternNode } from "./parse-pattern.js";

/** The characters that a class is tried on; one of those that fit is taken. */
const candidates = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_ .,:;/@#%&+=~!?'\"()[]{}<>|$^*\\`\n\téß漢字あЖ😀",
];
const longestText = 20_000;

/** A text that a pattern matches, but for what its assertions ask of neighbours. */
export function writeMatch({ parsed }: LinearPattern, random: Random): string {
  let text = "";
  writeChoices(parsed.choices);
  return text;

  function writeChoices(choices: PatternNode[][]): void {
    for (const node of pick(choices, random)) writeNode(node);
  }

  function writeNode(node: PatternNode): void {
    if (text.length > longestText) return;
    if (node.kind === "group") writeChoices(node.choices);
    if (node.kind === "character") text += node.character ?? characterOf(node.source, random);
    if (node.kind !== "repeat") return;
    const { least, most } = node;
    const times = least + Math.floor(random() * (Math.min(most, least + 4) - least + 1));
    for (let time = 0; time < times; time += 1) writeNode(node.node);
  }
}

function characterOf(source: string, random: Random): string {
  const fits = RE2JS.compile(`\\A(?:${source})\\z`);
  const found = candidates.filter((character) => fits.test(character));
  return found.length === 0 ? "" : pick(found, random);
}
