import { pick, type Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import { between } from "../../values/member.js";
import { conditions, places } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { capitalNamed, capitalWord } from "../data/capitals.js";

/** The capital that is asked for, also by “And of Spain?” after a question for another one. */
export function capitalIn({
  question,
  language,
  earlier,
  isFollowUp,
  isBrief,
  isBare,
}: Assignment): string | undefined {
  const isAsked = capitalWord.test(question) || (isFollowUp && capitalWord.test(earlier ?? ""));
  if (!isAsked || question.length > 200 || /\bcapitals\b/i.test(question)) return undefined;
  const found = capitalNamed(question, language?.code ?? "en");
  const place = places.find(
    ({ country, isCapital }) => isCapital && question.toLowerCase().includes(country.toLowerCase()),
  );
  if (isBrief || isBare) return found?.city ?? place?.city;
  if (language !== undefined || place === undefined) return found?.sentence;
  const { city, country, language: spoken, currency } = place;
  return `The capital of ${country} is **${city}**. The language most people speak there is ${spoken}, and prices are in ${currency}.`;
}

/** True or false for `Is Paris in France?`; undefined where the text names no such pair. */
export function isPlaceTrue(text: string): boolean | undefined {
  const said = text.toLowerCase();
  const city = places.find((place) => said.includes(place.city.toLowerCase()));
  const country = places.find((place) => place.country !== place.city && said.includes(place.country.toLowerCase()));
  if (city === undefined || country === undefined || !/^is\b|\bis \p{Lu}/iu.test(text)) return undefined;
  const isThere = city.country === country.country;
  return capitalWord.test(text) ? isThere && city.isCapital : /\b(?:in|part of)\b/.test(said) ? isThere : undefined;
}

export function weatherIn(text: string, random: Random, isBrief: boolean): string | undefined {
  if (!/\bweather\b|\bforecast\b/i.test(text) || /\bwhy\b|\bexplain\b/i.test(text)) return undefined;
  const [place] = readHints(text).places;
  if (place === undefined) return undefined;
  const now = between(4, 27, random);
  const condition = pick(conditions, random);
  if (isBrief) return `${now} °C in ${place}, ${condition}.`;
  return [
    `In ${place} it is **${now} °C** (${condition}) at the moment. A light wind comes from the west at about ${between(6, 28, random)} km/h, and humidity is around ${between(45, 85, random)} %.`,
    `For the rest of the day, expect up to ${now + between(1, 4, random)} °C in the afternoon and ${now - between(2, 6, random)} °C at night. ${pick(["A light jacket is enough.", "Take an umbrella, just in case. ☔", "It is good weather for a walk."], random)}`,
  ].join("\n\n");
}
