import { pick, type Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import { between } from "../../values/member.js";
import { conditions, places } from "../../values/words.js";

export function capitalIn(text: string): { city: string; sentence: string } | undefined {
  if (!/\bcapital\b/i.test(text)) return undefined;
  const place = places.find(
    ({ country, isCapital }) => isCapital && text.toLowerCase().includes(country.toLowerCase()),
  );
  if (place === undefined) return undefined;
  const { city, country, language, currency } = place;
  return {
    city,
    sentence: `The capital of ${country} is **${city}**. The language most people speak there is ${language}, and prices are in ${currency}.`,
  };
}

export function weatherIn(text: string, random: Random, isBrief: boolean): string | undefined {
  if (!/\bweather\b|\bforecast\b/i.test(text) || /\bwhy\b|\bexplain\b/i.test(text)) return undefined;
  const [place] = readHints(text).places;
  if (place === undefined) return undefined;
  const now = between(4, 27, random);
  const condition = pick(conditions, random);
  if (isBrief) return `${now} °C in ${place}, ${condition}.`;
  return [
    `In ${place} it is **${now} °C** with ${condition} at the moment. A light wind comes from the west at about ${between(6, 28, random)} km/h, and humidity is around ${between(45, 85, random)} %.`,
    `For the rest of the day, expect up to ${now + between(1, 4, random)} °C in the afternoon and ${now - between(2, 6, random)} °C at night. ${pick(["A light jacket is enough.", "Take an umbrella, just in case. ☔", "It is good weather for a walk."], random)}`,
  ].join("\n\n");
}
