import { pick, type Random } from "../../../random.js";
import { topicOf } from "../../values/topics.js";
import { bulletList } from "../forms/list.js";
import { shuffled } from "../prose.js";

const numberWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** One name for `Name one prime`, names alone for `Name three rivers`; undefined where more than names is wanted. */
export function namedThingsIn(text: string, random: Random, isBare: boolean): string | undefined {
  const asked =
    /^(?:please |can you |could you |just |only )*(name|give me|tell me|pick|choose|suggest|what is|what's)(?: me)?(?: just| only)? (a|an|any|some|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) ((?:[\p{L}-]+ ){0,3}[\p{L}-]+)[.?!]*$/iu.exec(
      text,
    );
  if (asked === null) return undefined;
  const [, verb = "", amount = "", kind = ""] = asked;
  const topic = /\bhex\b/i.test(kind) ? undefined : topicOf(kind);
  const count = countOf(amount);
  if (topic === undefined || (count > 1 && verb.toLowerCase() !== "name") || count > topic.rows.length)
    return undefined;
  if (/^what/i.test(verb) && !/\b(?:good|random|nice|typical|common)\b/i.test(kind)) return undefined;
  const names = topic.rows.map(([name = ""]) => name);
  if (count === 1) {
    const name = pick(names, random);
    return isBare ? name : `One example is **${name}**.`;
  }
  const chosen = shuffled(names, random).slice(0, count);
  return isBare ? chosen.join("\n") : `Here are ${amount} ${kind}:\n\n${bulletList(chosen)}`;
}

function countOf(amount: string): number {
  const word = amount.toLowerCase();
  if (word === "some") return 3;
  return Number(word) || Math.max(1, numberWords.indexOf(word) + 1);
}
