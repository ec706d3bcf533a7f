import { pick, type Random } from "../../../random.js";
import { uuid } from "../../values/made-values.js";
import { between } from "../../values/member.js";

/** A number, a side of a coin or the eyes of a die, where the text asks for chance. */
export function chanceIn(text: string, random: Random, isBare: boolean): string | undefined {
  const range =
    /\b(?:random |pick |choose |think of |guess |give me )[^.\n\d]{0,30}\b(?:number|integer)\b[^.\n\d]{0,20}?(\d{1,9}) ?(?:and|to|-|–) ?(\d{1,9})\b/i.exec(
      text,
    );
  if (range !== null) {
    const [low = 0, high = 0] = [Number(range[1]), Number(range[2])].sort((a, b) => a - b);
    return shown(String(between(low, high, random)), isBare);
  }
  if (/\brandom (?:number|integer)\b/i.test(text)) return shown(String(between(1, 100, random)), isBare);
  if (/\b(?:flip|toss)\b.{0,12}\bcoin\b|\bheads or tails\b/i.test(text))
    return shown(pick(["Heads", "Tails"], random), isBare);
  if (/\b(?:generate|create|give me|make|random)\b.{0,20}\bpassword\b/i.test(text))
    return `\`${letters(passwordLetters, 16, random)}\``;
  if (/\b(?:uuid|guid)\b/i.test(text) && !/\bwhat\b/i.test(text)) return uuid(random);
  if (/\bhex colou?r\b/i.test(text) && !/\bwhat\b/i.test(text)) return `#${letters("0123456789abcdef", 6, random)}`;
  const dice = /\broll\b.{0,12}?(?:(\d{1,2}|two|three) )?(?:dice|die)\b/i.exec(text);
  if (dice === null) return undefined;
  const count = Math.min(Number(dice[1]) || ({ two: 2, three: 3 }[(dice[1] ?? "").toLowerCase()] ?? 1), 20);
  const eyes = Array.from({ length: count }, () => between(1, 6, random));
  const sum = count > 1 ? ` (${eyes.reduce((all, one) => all + one, 0)} in total)` : "";
  return `🎲 **${eyes.join(", ")}**${sum}`;
}

const shown = (value: string, isBare: boolean) => (isBare ? value : `**${value}**`);

const passwordLetters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_!";

const letters = (from: string, count: number, random: Random) =>
  Array.from({ length: count }, () => from[Math.floor(random() * from.length)] ?? "").join("");
