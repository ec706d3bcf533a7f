import { capitalised } from "../subject.js";

/** `Rewrite this to be more polite: …`: the text itself, in clean sentences. */
export function revisedIn(text: string): string | undefined {
  const given =
    /^(?:please )?(?:rewrite|rephrase|improve|correct|fix|proofread|polish|edit)\b[^:\n]{0,80}[:\n]\s*(\S.{2,1200})$/is.exec(
      text,
    )?.[1];
  if (given === undefined) return undefined;
  const clean = capitalised(given.replaceAll(/\s+/g, " ").trim());
  const isPolite = /\bpolite|friendl|kind/i.test(text);
  const ended = /[.!?]$/.test(clean) ? clean : `${clean}.`;
  return isPolite ? `Thank you for your help. ${ended} I would be grateful, and there is no rush.` : ended;
}
