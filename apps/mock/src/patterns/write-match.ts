import { RE2JS } from "re2js";
import { pick, type Random } from "../random.js";
import type { LinearPattern } from "./linear-pattern.js";
import type { PatternNode } from "./parse-pattern.js";

/** The characters that a class is tried on; one of those that fit is taken. */
const candidates = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_ .,:;/@#%&+=~!?'\"()[]{}<>|$^*\\`\n\téß漢字あЖ😀",
];
const longestText = 20_000;

/**
 * A text that a pattern matches, but for what its assertions ask of neighbours. What repeats is repeated until the text
 * is as long as it has to be, with what follows.
 */
export function writeMatch({ parsed }: LinearPattern, random: Random, leastLength = 0): string {
  let text = "";
  writeChoices(parsed.choices, 0);
  return text;

  function writeChoices(choices: PatternNode[][], following: number): void {
    const nodes = pick(choices, random);
    let rest = following + lengthOf(nodes);
    for (const node of nodes) {
      rest -= lengthOf([node]);
      writeNode(node, rest);
    }
  }

  function writeNode(node: PatternNode, following: number): void {
    if (text.length > longestText) return;
    if (node.kind === "group") writeChoices(node.choices, following);
    if (node.kind === "character") text += node.character ?? characterOf(node.source, random);
    if (node.kind !== "repeat") return;
    const { least, most } = node;
    const times = least + Math.floor(random() * (Math.min(most, least + 4) - least + 1));
    const one = Math.max(1, lengthOf([node.node]));
    const missing = Math.ceil((leastLength - text.length - following) / one);
    const wanted = leastLength === 0 ? times : Math.max(least, Math.min(most, missing));
    const before = text.length;
    for (let time = 0; time < wanted; time += 1) {
      writeNode(node.node, following);
      const isLongEnough = leastLength > 0 && text.length + following >= leastLength;
      if (time + 1 >= least && (isLongEnough || text.length === before)) return;
    }
  }
}

/** The least number of characters that nodes write. */
function lengthOf(nodes: PatternNode[]): number {
  let length = 0;
  for (const node of nodes) {
    if (node.kind === "character") length += 1;
    if (node.kind === "repeat") length += node.least === 0 ? 0 : node.least * lengthOf([node.node]);
    if (node.kind === "group") length += Math.min(...node.choices.map(lengthOf));
  }
  return length;
}

function characterOf(source: string, random: Random): string {
  const fits = RE2JS.compile(`\\A(?:${source})\\z`);
  const found = candidates.filter((character) => fits.test(character));
  return found.length === 0 ? "" : pick(found, random);
}
