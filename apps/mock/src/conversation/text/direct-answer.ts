import { pick, type Random } from "../../random.js";
import { readHints } from "../values/hints.js";
import { between } from "../values/member.js";
import { conditions, places } from "../values/words.js";
import type { Assignment } from "./assignment.js";
import { capitalised } from "./subject.js";

/** The answer to a question that has a plain one, such as a greeting, a sum or “say pong”; undefined for any other. */
export function directAnswer(assignment: Assignment, random: Random): string | undefined {
  const { question, isBrief, language, forms, attachments } = assignment;
  const text = question.slice(0, 1500).trim();
  if (text === "" && attachments === 0)
    return "What would you like to talk about? Ask me anything, and I will do my best to help.";
  const echoed = echoOf(text);
  if (echoed !== undefined) return echoed;
  const chosen = choiceIn(`${text}`, random);
  if (chosen !== undefined) return chosen;
  if (attachments > 0 && forms.length === 0) return seen(attachments, random);
  if (forms.length > 0) return undefined;
  if (/\bthis (?:picture|image|photo|screenshot|file|document|pdf)\b/i.test(text)) {
    return "I can't see an attachment in your message. Please add the picture or file, and I will have a look at it.";
  }
  const revised = revisedIn(text);
  if (revised !== undefined) return assignment.isBare ? revised : `Here is a revised version:\n\n> ${revised}`;
  const converted = conversionIn(text);
  if (converted !== undefined) return converted;
  const counted = countingIn(text);
  if (counted !== undefined) return counted;
  const prime = primeIn(text);
  if (prime !== undefined) return prime;
  const sum = arithmeticIn(text);
  if (sum !== undefined) return isBrief || assignment.isBare ? sum.value : sum.sentence;
  if (greeting.test(text)) return language?.hello ?? pick(greetings, random);
  if (thanks.test(text))
    return pick(
      [
        "You're welcome! Let me know if there is anything else. 🙂",
        "Glad I could help. Is there anything else you would like to know?",
      ],
      random,
    );
  if (language !== undefined) return undefined;
  if (/^(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bwhich model\b|\bwhat model\b/i.test(text)) {
    return "I am the mock of this service: no model is behind me. I write answers from your words and a seed, so the same question always gets the same answer. That makes me useful for building and testing, less so for facts.";
  }
  const capital = capitalIn(text);
  if (capital !== undefined) return isBrief || assignment.isBare ? capital.city : capital.sentence;
  return weatherIn(text, random, isBrief);
}

/** `Say "hello"`, `Reply with only the word pong`, `Repeat after me: one two three`. */
function echoOf(text: string): string | undefined {
  const quoted =
    /^(?:please |now |just |only )*(?:say|reply|respond|answer|repeat|return|output|print|echo|write)\b[^"“'`\n]{0,60}["“'`]([^"“”\n]{1,300}?)["”'`][.!]?(?: and (?:nothing else|no more).*)?$/i.exec(
      text,
    );
  if (quoted?.[1] !== undefined && !/\b(?:about|poem|story|essay|translate|into)\b/i.test(text.replace(quoted[1], "")))
    return quoted[1];
  const after =
    /^(?:please )?(?:say|repeat|echo|reply|respond|answer)(?: (?:after me|exactly|this|the following|with|only|just|back))*:\s*(.{1,500})$/is.exec(
      text,
    );
  if (after?.[1] !== undefined) return after[1].trim();
  const word =
    /^(?:please )?(?:reply|respond|answer|say)(?: back)? (?:with )?(?:only |just |exactly |nothing but )*(?:the )?(?:single )?(?:word|text|letter|number|phrase)s?:? ([^.,!?\n]{1,80})[.!]?(?: and nothing else.*)?$/i.exec(
      text,
    );
  if (word?.[1] !== undefined) return word[1].replace(/ (?:and nothing else|only)$/i, "");
  const only =
    /^(?:please )?(?:reply|respond|answer) (?:with )?(?:only|just|exactly|nothing but) ([\p{L}\p{N}_-]{1,40})[.!]?$/iu.exec(
      text,
    );
  if (only?.[1] !== undefined) return only[1];
  const said = /^(?:please )?say ([\p{L}\p{N}' -]{1,60})[.!]?$/iu.exec(text);
  return said?.[1] === undefined || /^(?:something|anything|it|that|more|a|an|some|what|why|how)\b/i.test(said[1])
    ? undefined
    : capitalised(said[1]);
}

/** `Answer with yes or no`, `Classify as positive, negative or neutral`. */
function choiceIn(text: string, random: Random): string | undefined {
  const found =
    /\b(?:answer|reply|respond|classify|label|rate|choose|pick)\b[^.\n:]{0,60}?\b(?:with|as|one of|either|from|between|only)\b:? (?:only |either |one of |one of the following:? )*([\p{L}\d-]{1,24}(?:, ?[\p{L}\d-]{1,24}){0,8},? (?:or|and) [\p{L}\d-]{1,24})\b/iu.exec(
      text,
    );
  const options = found?.[1]?.split(/, ?(?:or |and )?| or | and /).filter(Boolean) ?? [];
  if (options.length > 1) return matched(options, text.replace(found?.[0] ?? "", " ")) ?? pick(options, random);
  if (/\b(?:yes or no|yes\/no)\b/i.test(text)) return pick(["Yes", "No"], random);
  return /\b(?:true or false|true\/false)\b/i.test(text) ? pick(["True", "False"], random) : undefined;
}

/** For feelings, the one that the words suggest. */
function matched(options: string[], text: string): string | undefined {
  const feeling = /\b(?:love|great|good|excellent|happy|wonderful|best|enjoy\w*|amazing)\b/i.test(text)
    ? /^positive$/i
    : /\b(?:hate|bad|awful|terrible|worst|broken|sad|angry|poor|never again)\b/i.test(text)
      ? /^negative$/i
      : undefined;
  return feeling && options.find((option) => feeling.test(option));
}

/** `Rewrite this to be more polite: …`: the text itself, in clean sentences. */
function revisedIn(text: string): string | undefined {
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

const conversions: [RegExp, RegExp, (value: number) => number, string, string][] = [
  [/^(?:km|kilomet(?:er|re)s?)$/i, /^miles?$/i, (value) => value / 1.609344, "km", "miles"],
  [/^miles?$/i, /^(?:km|kilomet(?:er|re)s?)$/i, (value) => value * 1.609344, "miles", "km"],
  [/^(?:kg|kilograms?)$/i, /^(?:lbs?|pounds?)$/i, (value) => value * 2.2046226, "kg", "lb"],
  [/^(?:lbs?|pounds?)$/i, /^(?:kg|kilograms?)$/i, (value) => value / 2.2046226, "lb", "kg"],
  [/^(?:°?c|celsius)$/i, /^(?:°?f|fahrenheit)$/i, (value) => value * 1.8 + 32, "°C", "°F"],
  [/^(?:°?f|fahrenheit)$/i, /^(?:°?c|celsius)$/i, (value) => (value - 32) / 1.8, "°F", "°C"],
];

function conversionIn(text: string): string | undefined {
  const found = /(-?\d{1,9}(?:\.\d{1,4})?) ?(?:degrees )?(°?[a-z]{1,10}) (?:to|in|into|as) (°?[a-z]{1,10})\b/i.exec(
    text,
  );
  if (found === null) return undefined;
  const [, value = "", from = "", to = ""] = found;
  const rule = conversions.find(([one, other]) => one.test(from) && other.test(to));
  if (rule === undefined) return undefined;
  return `${value} ${rule[3]} = **${Number(rule[2](Number(value)).toFixed(2))} ${rule[4]}**`;
}

const mostCounted = 2000;

function countingIn(text: string): string | undefined {
  const found = /\bcount (?:from (\d{1,6}) )?(?:up )?to (\d{1,6})\b/i.exec(text);
  if (found === null) return undefined;
  const from = Number(found[1] ?? 1);
  const to = Math.min(Number(found[2]), from + mostCounted);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return numbers.join(/\blines?\b/i.test(text) ? "\n" : ", ");
}

function primeIn(text: string): string | undefined {
  const found = /^is (\d{1,9}) (?:a )?prime(?: number)?\??$/i.exec(text)?.[1];
  if (found === undefined) return undefined;
  const number = Number(found);
  let divisor = 2;
  while (divisor * divisor <= number && number % divisor !== 0) divisor += 1;
  if (number < 2) return `No, **${number}** is not a prime number: primes begin with 2.`;
  if (divisor * divisor > number)
    return `Yes, **${number}** is a prime number. It can be divided only by 1 and by itself.`;
  return `No, **${number}** is not a prime number, because ${divisor} × ${number / divisor} = ${number}.`;
}

function arithmeticIn(text: string): { value: string; sentence: string } | undefined {
  const found =
    /(-?\d{1,9}(?:\.\d{1,6})?)\s*([+*×/÷^-]|plus|minus|times|multiplied by|divided by)\s*(-?\d{1,9}(?:\.\d{1,6})?)(?!\s*[\d+*×/÷-])/i.exec(
      text,
    );
  if (found === null || text.length > 80 || /\d{4}-\d/.test(text)) return undefined;
  const [, a = "", sign = "", b = ""] = found;
  const value = result(Number(a), sign.toLowerCase(), Number(b));
  if (value === undefined) return undefined;
  const shown = Number(value.toPrecision(12)).toString();
  return { value: shown, sentence: `${a} ${signs[sign.toLowerCase()] ?? sign} ${b} = **${shown}**` };
}

const signs: Record<string, string> = {
  plus: "+",
  minus: "−",
  "-": "−",
  times: "×",
  "multiplied by": "×",
  "*": "×",
  "divided by": "÷",
  "/": "÷",
};

function result(a: number, sign: string, b: number): number | undefined {
  switch (signs[sign] ?? sign) {
    case "+":
      return a + b;
    case "−":
      return a - b;
    case "×":
      return a * b;
    case "÷":
      return b === 0 ? undefined : a / b;
    case "^":
      return Math.abs(b) > 30 ? undefined : a ** b;
    default:
      return undefined;
  }
}

const greeting =
  /^(?:hi|hello|hey|hallo|hola|bonjour|ciao|olá|good (?:morning|evening|afternoon)|guten tag|привет|مرحبا|שלום|你好|こんにちは|안녕하세요|नमस्ते)(?: there| all| everyone)?[\s!.,?？！。]*$/iu;
const thanks = /^(?:thanks|thank you|thx|great, thanks|perfect|great)(?: (?:a lot|so much|very much))?[\s!.]*$/i;

const greetings = [
  "Hello! 👋 What can I do for you today? I can explain things, draft and shorten texts, write code, or put what you have into a table or a list.",
  "Hi there! How can I help? Tell me what you are working on, and I will suggest a first step.",
  "Hello, and welcome! Ask me a question, or paste a text that you would like me to summarise, translate or improve.",
];

function capitalIn(text: string): { city: string; sentence: string } | undefined {
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

function weatherIn(text: string, random: Random, isBrief: boolean): string | undefined {
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

function seen(attachments: number, random: Random): string {
  const scene = pick(
    [
      "a lighthouse on a rocky shore, with a calm sea behind it and a few gulls above the roof",
      "a small workshop with a wooden bench, a lamp and tools hanging in rows on the wall",
      "a market street in the morning, with fruit in crates and people talking in front of a bakery",
    ],
    random,
  );
  const what = attachments === 1 ? "The attachment shows" : `There are ${attachments} attachments. The first one shows`;
  return `${what} ${scene}. The light is soft and comes from the left, and the colours are mostly **blue, grey and warm brown**. There is no text in it that I could read with certainty. If you tell me what you are looking for, I can describe that part more closely.`;
}
