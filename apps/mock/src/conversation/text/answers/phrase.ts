import { phrasesOf } from "../forms/translation.js";
import { languageAskedFor } from "../languages.js";

/** `Say hello in French`, `How do you say thank you in Japanese?` */
export function phraseIn(text: string, isBare: boolean): string | undefined {
  const asked =
    /^(?:please )?(?:how (?:do|would|can) (?:you|i|we|one) say|say|what is|what's) ["“']?([^"“”'\n]{2,80}?)["”']? in (\p{L}{4,20})[?.!]*$/iu.exec(
      text,
    );
  const language = asked === null ? undefined : languageAskedFor(text);
  if (asked === null || language === undefined || language === "en") return undefined;
  const phrase = phrasesOf(asked[1] ?? "", language);
  return phrase === undefined || isBare ? phrase : `**${phrase}**`;
}
