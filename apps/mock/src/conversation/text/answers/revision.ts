import { capitalised } from "../subject.js";

/** `Rewrite this to be more polite: …`: the text itself, in clean sentences. */
export function revisedIn(text: string): string | undefined {
  const given =
    /^(?:please |can you |could you )*(?:rewrite|rephrase|improve|correct|fix|proofread|polish|edit|make (?:this|it|that))\b[^:\n]{0,80}[:\n]\s*(\S.{2,1200})$/is.exec(
      text,
    )?.[1] ??
    /^(?:please |can you |could you )*(?:proofread|correct|rephrase|polish)\b[^"“'\n]{0,40}["“'](\S.{2,1200})["”']$/is.exec(
      text,
    )?.[1];
  if (given === undefined) return undefined;
  const clean = capitalised(spelled(given.replaceAll(/\s+/g, " ").trim()));
  const isPolite = /\bpolite|friendl|kind/i.test(text);
  const ended = /[.!?]$/.test(clean) ? clean : `${clean}.`;
  return isPolite ? `Thank you for your help. ${ended} I would be grateful, and there is no rush.` : ended;
}

const spellings: [RegExp, string][] = [
  [/\bi(?='|\s)/g, "I"],
  [/\bu\b/gi, "you"],
  [/\bur\b/gi, "your"],
  [/\b(do|does|is|are|was|were|have|has|did|would|could|should)nt\b/gi, "$1n't"],
  [/\bcant\b/gi, "can't"],
  [/\bteh\b/gi, "the"],
  [/\brecieve/gi, "receive"],
  [/\bseperat/gi, "separat"],
  [/\b(he|she|it) (go|do)\b/gi, "$1 $2es"],
  [/\b(every|each) (day|week|month|year|time)s\b/gi, "$1 $2"],
];

/** The text with the commonest slips mended. */
const spelled = (text: string) => spellings.reduce((said, [slip, right]) => said.replaceAll(slip, right), text);
