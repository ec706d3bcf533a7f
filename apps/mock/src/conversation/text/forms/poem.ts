import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, filled, repeat } from "../prose.js";
import { capitalised, noSubject, titled } from "../subject.js";

/** A poem in couplets that rhyme, a haiku or a limerick; in another language, lines. */
export function poemFor({ question, subject, lengths, language, isBare }: Assignment, random: Random): string {
  // Where no subject is found it is all of the request.
  const isWhole = subject.length * 2 > question.length;
  const heading = language === undefined ? titled(subject) : isWhole ? "" : capitalised(subject);
  const title = isBare || subject === noSubject || heading === "" ? "" : `**${heading}**\n\n`;
  if (language !== undefined) {
    const { verses } = language;
    const lines = lengths.lines ?? (/俳句|haiku/i.test(question) ? 3 : 4);
    const from = lines > 3 ? 0 : pick([0, 2], random);
    return `${title}${repeat(lines, (index) => verses[(from + index) % verses.length]).join("  \n")}`;
  }
  if (/\bhaiku/i.test(question)) return `${title}${pick(haikus, random).replaceAll("\n", "  \n")}`;
  if (/\blimerick/i.test(question)) return `${title}${pick(limericks, random).replaceAll("\n", "  \n")}`;
  const couplet = cycleOf(couplets, random);
  const stanzas = /\bstanzas?\b/i.test(question)
    ? (lengths.lines ?? 3)
    : Math.max(1, Math.ceil((lengths.lines ?? 8) / 4));
  const lines = repeat(stanzas * 2, couplet).flatMap((pair) =>
    pair.split("\n").map((line) => filled(line, { subject, random })),
  );
  const wanted = /\bstanzas?\b/i.test(question) ? lines : lines.slice(0, lengths.lines ?? lines.length);
  const verses = repeat(Math.ceil(wanted.length / 4), (index) => wanted.slice(index * 4, index * 4 + 4).join("  \n"));
  return title + verses.join("\n\n");
}

const couplets = [
  "The morning light came soft and slow,\nand showed me what I did not know.",
  "I thought of {s} on the way,\nand kept the thought for half a day.",
  "A window stood a little wide,\nand let the quiet wind inside.",
  "The road was long, the sky was clear,\nand all the small things seemed so near.",
  "We asked the river where it led;\n“Just follow me,” the river said.",
  "No map could tell, no clock could say\nwhat {s} meant to us that day.",
  "The evening drew its curtain tight,\nand lit a lantern for the night.",
  "And when the stars began to burn,\nwe knew that we would soon return.",
];

const haikus = [
  "Quiet morning light\nrests upon the open page;\nthe first word arrives.",
  "Rain on the window,\na small lamp keeps its promise;\nthe night walks on by.",
  "An old wooden bridge\nlistens to the river talk;\nleaves answer for it.",
];

const limericks = [
  "A clockmaker living in Rome\nbuilt a clock that was shaped like a gnome.\nWhen it struck half past three,\nit would ask him for tea,\nthen complain that it wanted to roam.",
  "A gull with a taste for the sea\nonce stole half a sandwich from me.\nIt returned the next day\nwith a coin for to pay,\nand said, “Thanks, but I'm not really free.”",
];
