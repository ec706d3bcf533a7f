import { pick, type Random } from "../../../random.js";
import { firstNames } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { proseOfWords } from "../prose.js";
import { noSubject, titled } from "../subject.js";

export function storyFor(assignment: Assignment, random: Random): string {
  const { lengths, language } = assignment;
  const subject = assignment.subject === noSubject ? pick(someSubjects, random) : assignment.subject;
  if (language !== undefined || lengths.words !== undefined) {
    const title = `**${titled(subject)}**`;
    return `${title}\n\n${proseOfWords((lengths.words ?? 120) - title.split(" ").length, { subject, language, random })}`;
  }
  const hero = pick(firstNames, random);
  const friend = pick(
    firstNames.filter((name) => name !== hero),
    random,
  );
  const place = pick(
    ["a small town by the harbour", "the last house before the forest", "a lighthouse that nobody visited"],
    random,
  );
  const paragraphs = [
    `In ${place} lived ${hero}, who knew more about ${subject} than anyone would have guessed. Every evening ${hero} wrote one page, folded it, and put it under the lamp.`,
    `One morning the page was gone. In its place lay a note in blue ink: “*Thank you. Please go on.*” ${hero} read it twice, laughed, and wrote two pages that evening instead of one.`,
    `It took until autumn to find out who the reader was. “You might have knocked,” said ${hero}. “You might have stopped,” said ${friend}, “and I had to know how it ended.”`,
    `They finished the last page together. It was about ${subject}, of course, and about the lamp, which burned a little longer that night.`,
  ];
  const chosen = paragraphs.slice(0, Math.max(1, lengths.paragraphs ?? paragraphs.length));
  if (lengths.sentences !== undefined) {
    const sentences = chosen.join(" ").match(/[^.!?“]+(?:“[^”]*”[^.!?“]*)*[.!?]+/g) ?? [];
    return sentences.slice(0, lengths.sentences).join("").trim();
  }
  return `**${titled(subject)}**\n\n${chosen.join("\n\n")}`;
}

const someSubjects = ["a lost letter", "the old lighthouse", "a stray cat"];
