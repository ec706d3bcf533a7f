import { pick, type Random } from "../../../random.js";
import { firstNames } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { sentencesAbout } from "../prose.js";
import { capitalised, noSubject, titled } from "../subject.js";
import { bulletList } from "./list.js";

/** Writes as a company does: a post, the description of a product, an announcement, release notes. */
export function postFor({ question, subject, language, isBare }: Assignment, random: Random): string {
  const thing = subject === noSubject ? "our new release" : subject.replace(kinds, "").trim() || subject;
  if (language !== undefined) {
    const source = sentencesAbout(thing, language, random);
    return `${source.next()}${language.gap}${source.next()} ✨`;
  }
  if (/\brelease notes\b|\bchange ?log\b/i.test(question)) return releaseNotes(thing);
  if (/\bdescription\b|\bad copy\b|\bpress release\b|\bannouncement\b/i.test(question))
    return description(thing, random);
  if (/\bbio(?:graphy)?\b/i.test(question)) {
    const name = /\b(?:named|called|for|of|about) (\p{Lu}\p{L}+)/u.exec(question)?.[1];
    return biography(name ?? pick(firstNames, random), jobIn(question));
  }
  const tags = (thing.match(/[\p{L}\p{N}]{4,}/gu) ?? []).slice(-2).map((word) => `#${capitalised(word)}`);
  const text = pick(
    [
      `Big news! 🎉 ${capitalised(thing)} is here. We have worked on it for months, and we can't wait to hear what you think.`,
      `It's finally time: ${thing}! 🚀 Faster, simpler and made with your feedback. Take a look and tell us what you think.`,
    ],
    random,
  );
  return isBare || tags.length === 0 ? text : `${text} ${tags.join(" ")}`;
}

const kinds =
  /^(?:an? |the )?(?:short |new |catchy )*(?:product description|description|tweet|(?:linkedin|instagram|facebook|social media|twitter) (?:post|caption)|caption|ad copy|press release|announcement|release notes|change ?log)\s*(?:for|of|about|announcing)?\s*/i;

function description(thing: string, random: Random): string {
  const name = titled(thing.replace(/^(?:an? |the |our )/i, ""));
  const lead = pick(
    [
      `Meet **${name}**: made for every day, and a pleasure to use from the first minute.`,
      `**${name}:** one thing, done well. You will notice the difference from the first day.`,
    ],
    random,
  );
  return [
    lead,
    bulletList([
      "**Lasting quality:** Made from materials that are chosen with care.",
      "**Easy to use:** Ready in a minute, with no manual to read.",
      "**Light to carry:** Small enough for every bag.",
      "**Here for you:** Two years of warranty and thirty days to return it.",
    ]),
    "Order today, and have it with you by the end of the week.",
  ].join("\n\n");
}

function releaseNotes(thing: string): string {
  return [
    `## ${titled(thing)}`,
    "### Added",
    bulletList(["Dark mode follows the setting of the system", "Lists can be exported as CSV"]),
    "### Changed",
    bulletList(["Pages load in half the time", "The search box keeps the last ten searches"]),
    "### Fixed",
    bulletList(["Dates are shown in the local time zone", "The menu closes when you press Escape"]),
  ].join("\n\n");
}

const jobIn = (question: string) =>
  /\b(?:an?|the) ((?:(?!bio|short)[\p{L}-]+ ){0,2}(?!bio)[\p{L}-]+(?:er|or|ist|ian|ect|ant))\b/iu.exec(question)?.[1] ??
  "designer";

function biography(name: string, job: string): string {
  return `**${name}** is ${/^[aeiou]/i.test(job) ? "an" : "a"} ${job} who likes to make complicated things simple. For the past eight years, ${name} has worked with small teams, from the first sketch to the release.\n\nOutside of work, you will find ${name} by the sea, with a notebook and a flask of tea.`;
}
