import type { Member } from "./member.js";
import { dateAfter, dateName, personName, placeName, queryName, timeOnly } from "./member.js";
import { capital } from "./names-and-titles.js";
import { wordsOfPrompt } from "./prompt-words.js";
import * as words from "./words.js";

/** Returns the words of the prompt that the member can be; undefined where none fit. */
export function stringFromPrompt(member: Member, format: string | undefined): string | undefined {
  const { name, hints, index, record } = member;
  const has = (pattern: RegExp) => pattern.test(name);
  if (format === "email" || has(/\be ?mail\b|\brecipients?\b|^to$/)) {
    if (hints.emails[index] !== undefined) return hints.emails[index];
  }
  if (format === "email") return undefined;
  if (format === "uri" || has(/\b(url|uri|link|href|website)\b/)) return hints.urls[index];
  if (format === "date" || (format === undefined && has(dateName) && !has(timeOnly) && !has(placeOfTravel))) {
    const isLater = has(/\b(end|until|return|check ?out|last)\b/) || (has(/\bdue\b/) && hints.dates.length > 1);
    const date = hints.dates[isLater ? 1 : index];
    if (date !== undefined) record.startAt(date);
    const hour = /\bdate[- ]?time\b|time ?stamp|iso 8601/.test(member.description) ? timeFromPrompt(member) : undefined;
    return hour === undefined ? date : `${date ?? dateAfter(record.nextDay())}T${hour}:00Z`;
  }
  const time = timeFromPrompt(member);
  if (format === "date-time" && time !== undefined) {
    const day = hints.dates[0] ?? dateAfter(record.nextDay());
    return `${day}T${time}:00Z`;
  }
  if (format === "time" || (format === undefined && has(timeOnly))) return time;
  if (format !== undefined) return undefined;
  if (has(/\bcurrency\b|^(from|to|source|target|base|quote)$/) && hints.currencies.length > 0)
    return hints.currencies[has(/\b(to|target|quote)\b/) && hints.currencies.length > 1 ? 1 : 0];
  if (has(/\b(message|text|title|summary|phrase|subject|body|content|query)\b/) && hints.quoted[index] !== undefined)
    return hints.quoted[index];
  const found = wordsOfPrompt(member);
  if (found !== undefined) return located(member, found);
  if (
    has(/\b(from|origin|source|departure)\b/) &&
    hints.from !== undefined &&
    !has(/\b(unit|currency|language|date)\b/)
  )
    return codeOf(member, hints.from);
  if (has(/\b(to|destination|arrival|target)\b/) && hints.to !== undefined && !has(/\b(unit|currency|language|date)\b/))
    return codeOf(member, hints.to);
  if (has(/\b(source|from|input)\b.*\b(lang|language)\b/))
    return /\bcode\b|iso/.test(`${name} ${member.description}`) ? "en" : "English";
  if (has(/\b(target|to|into)\b.*\b(lang|language)\b|\b(language|lang)\b/) && hints.language !== undefined) {
    return /\bcode\b|iso/.test(`${name} ${member.description}`) ? words.languageCodes[hints.language] : hints.language;
  }
  if (has(placeName)) {
    const place = hints.places[has(/\b(destination|to|arrival)\b/) && hints.places.length > 1 ? 1 : index];
    const isCountry = words.places.some(({ city, country }) => country === place && city !== place);
    // A city of that country is then the record's.
    return place === undefined || (isCountry && has(/\bcit(y|ies)\b|\btown\b/)) ? undefined : located(member, place);
  }
  if (has(/\bcountry\b|\bcurrency\b|\btime ?zone\b/) && hints.places[index] !== undefined) return undefined; // of the record's place
  if (has(/\b(expression|equation|formula|calculation)\b/)) return hints.expression;
  if (has(/\b(id|number|no|reference|ref|code|sku|order|ticket|invoice)\b/) && !has(/\b(zip|postal|country|phone)\b/)) {
    return hints.ids[index]?.replace(/^#(?=\d)/, "");
  }
  if (has(/\b(subject|message|body|text|content)\b/)) {
    const said = saidIn(hints.text);
    if (said !== undefined) return has(/\bsubject\b/) ? said : `${said}.`;
  }
  if (has(/\bsubject\b/) && /\b(body|message|content)\b/.test(record.siblings)) return undefined;
  if (has(/\b(message|body|text|content|title|phrase|sentence|note)\b/) && hints.quoted[index] !== undefined) {
    return hints.quoted[index];
  }
  if (has(/\bstreet\b|\baddress line/)) return streetIn.exec(hints.text)?.[0];
  if (has(/^name$|\btitle$/)) return namedIn(member);
  if (has(/\b(keywords?|topics?|terms?|hashtags?)\b/) && member.start !== undefined)
    return keywordsIn(hints.text)[index];
  if (has(queryName) && !/\b(answers?|options?|choices?)\b/.test(record.siblings))
    return hints.quoted[index] ?? searchedFor(member.subject);
  if (has(personName)) return hints.people[index];
  return undefined;
}

/** The time that the prompt gives; for an end the second one, or so long after the first as it says, else an hour. */
function timeFromPrompt({ name, hints, index }: Member): string | undefined {
  const { times, numbers } = hints;
  const [start] = times;
  if (start === undefined || !/\b(end|ends|finish|until)\b/.test(name)) return times[index];
  if (times[1] !== undefined) return times[1];
  const span = numbers.find(({ nextTo }) => /^(?:minutes?|mins?|hours?)$/.test(nextTo[0] ?? ""));
  const minutes = span === undefined ? 60 : span.value * (/^h/.test(span.nextTo[0] ?? "") ? 60 : 1);
  const [hour = 0, minute = 0] = start.split(":").map(Number);
  const end = Math.round(hour * 60 + minute + minutes) % (24 * 60);
  return `${two(Math.floor(end / 60))}:${two(end % 60)}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Words after `departure` and `arrival` that show they do not mean a day. */
const placeOfTravel = /\b(airport|station|city|country|port|gate|terminal|location|place|code|name)\b/;

/** The prompt's place as the member wants it: with the country where the description asks for it. */
export function located({ description }: Member, name: string): string {
  if (!/city and (state|country)|city, (state|country)|e\.g\.? [\p{L} ]+, \p{L}/u.test(description)) return name;
  const place = words.places.find(({ city }) => city.toLowerCase() === name.toLowerCase());
  return place === undefined ? name : `${name}, ${place.country}`;
}

/** The place by its airport where the member wants that. */
function codeOf(member: Member, name: string): string {
  const isAirport = /\b(airport|iata)\b/.test(`${member.name} ${member.description}`);
  const place = words.places.find(({ city }) => city === name);
  return isAirport && place !== undefined ? place.airport : located(member, name);
}

/** The words of a message: `email Bob that I'm running late`. */
function saidIn(text: string): string | undefined {
  const said =
    /\b(?:that|saying|to say|tell(?:ing)? (?:him|her|them)) ((?:i|we|the|my|our|he|she|it|they)\b[^"\n]{3,200})$/i.exec(
      text,
    ) ?? /\bsay (thanks|thank you|hello|hi|yes|no|sorry|congratulations|goodbye)\b/i.exec(text);
  return said?.[1] === undefined ? undefined : capital(said[1].replace(/[.!?]+$/, ""));
}

/** The name of a dish or an event that the prompt has. */
function namedIn({ parent, record, hints }: Member): string | undefined {
  const about = `${parent} ${record.siblings}`;
  const found = /\b(?:recipe|dish|ingredients)\b/.test(about)
    ? /\brecipe (?:for|of) (?:an? |the |some )?([^.,!?\n]{3,40})/i.exec(hints.text)?.[1]
    : /\b(?:events?|meeting)\b/.test(parent)
      ? /\b((?:(?!an? |the |to )\p{Ll}+ )?(?:fair|party|concert|conference|wedding|workshop|meeting|dinner|lunch|webinar|festival))\b/u.exec(
          hints.text,
        )?.[1]
      : undefined;
  return found === undefined ? undefined : capital(found.trim());
}

/** The words of a text that say what it is about, each once. */
function keywordsIn(text: string): string[] {
  const found = text.match(/\p{L}[\p{L}\d-]{3,}/gu) ?? [];
  return [...new Set(found.map((word) => word.toLowerCase()))].filter((word) => !emptyWords.has(word));
}

const emptyWords = new Set(
  "this that with from have been were what when which about their they them there these those would could should after before into your very just only absolutely make give write extract classify find keywords keyword topics tags text following some more quiz please".split(
    " ",
  ),
);

/** The subject without the words that ask for a search. */
const searchedFor = (subject: string) =>
  subject
    .replace(
      /^(?:search|find|look|google?)(?:ing)?(?: up)?(?: (?:the )?(?:web|internet|online))?(?: for)? (?:the )?/i,
      "",
    )
    .replace(/,? top(?: \d+)?$/i, "") || subject;

const streetIn = /\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Way|Boulevard)\b/u;
