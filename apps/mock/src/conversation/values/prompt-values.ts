import type { Hints } from "./hints.js";
import { capital, located } from "./made-values.js";
import { dateAfter, dateName, type Member, named, placeName, timeOnly } from "./member.js";
import * as words from "./words.js";

/** The words of a prompt for a member; undefined where it has none. */
type Finder = (member: Member) => string | undefined;

const title = "\\p{Lu}[\\p{L}'’&-]{0,30}";
const titles = `${title}(?: ${title}){0,2}`;
const identifier = "[\\w./-]{1,100}";
const quote = "[\"“'`]?";

/** Names of members, and where a prompt has their words; the first that is found. */
const places: [names: RegExp, find: Finder][] = table([
  ["e ?mail|recipients?|^to$", nth("emails")],
  ["ur[il]|link|href|website", nth("urls")],
  ["currency|^(?:from|to|source|target|base|quote)$", currencyIn],
  ["message|text|title|summary|phrase|subject|body|content|query", nth("quoted")],
  ["items?|toppings?|products?|ingredients?|groceries|things", ({ hints, index }) => enumeratedIn(hints.text)[index]],
  [
    "files?|paths?|filename",
    after(`(?<![\\w/:.])((?:[\\w.-]{1,40}/){1,9}[\\w.-]{0,40}\\w|[\\w-]{1,60}\\.[a-z]{2,4})(?![\\w/@])`),
  ],
  ["cwd|folder|directory|dir|path", after(`\\b(?:in|from|of) (?:the )?(${identifier}) (?:folder|directory)\\b`)],
  ["(?:head|source)(?: branch)?$", after(`\\bfrom (${identifier}) (?:in)?to\\b`)],
  ["(?:base|target)(?: branch)?$", after(`\\bto (?:the )?(${identifier}?)(?: branch)?[.!?]?$`)],
  ["command|cmd", after(`^(?:[Rr]un|[Ee]xecute) ${quote}([^“”"'\`]{2,200}?)${quote}[.!]?$`)],
  ["pattern|regex|needle", after(`\\b[Ss]earch for ${quote}([^\\s"'\`]{1,80})`)],
  ["list(?: name)?$", after("\\b(?:my|the|our) ([\\p{L}-]{1,30}) list\\b")],
  [
    "^(?:text|task|title|note|reminder)$",
    after("\\b[Rr]emind me (?:to|about|that) (.{3,120}?)(?= (?:at|on|in|tomorrow)\\b|[.!?]?$)"),
  ],
  [
    "^(?:title|summary)$",
    after("\\b(?:ticket|issue|task|bug|story) (?:for|about) (?:the )?([^.!?\\n]{3,100}?)(?= and\\b|[.!?]|$)"),
  ],
  ["^(?:title|name|event name|subject)$", eventIn],
  [
    "(?:old|find)(?: str(?:ing)?| text| name| value)?$",
    after(`\\b(?:[Rr]ename|[Rr]eplace|[Cc]hange) ${quote}([^\\s"”\`']{1,80})${quote} (?:to|with|by|into)\\b`),
  ],
  [
    "(?:new|replace)(?: str(?:ing)?| text| name| value)?$",
    after(`\\b(?:[Rr]ename|[Rr]eplace|[Cc]hange) \\S{1,80} (?:to|with|by|into) ${quote}([^\\s"”\`']{1,80})`),
  ],
  [
    "company|vendor|supplier|seller|issuer|merchant|employer|organi[sz]ation",
    after(`((?:${title} ){1,3}(?:GmbH|AG|Inc|Ltd|LLC|Corp|SA|AB|plc))\\b`),
  ],
  ["channel", after("(#[\\w-]{1,60})")],
  ["ticker|symbol", after("\\b([A-Z]{2,5})\\b(?!.{0,200}\\b[A-Z]{2,5}\\b)")],
  ["size", after("\\bsize (\\w{1,5})\\b")],
  ["colou?r", after("\\b(red|orange|yellow|green|blue|purple|pink|brown|black|white|gr[ae]y|navy|beige)\\b")],
  [
    "room|area|zone|device|lamp|light|door",
    after("\\b((?:living |dining |bath|bed|guest )room|kitchen|hallway|office|garage|garden)\\b"),
  ],
  ["reason|cause", after("\\b(?:because|since) ([^.!?\\n]{3,120})")],
  ["artist|singer|band|composer", after(`\\bby (${titles})`)],
  ["genre", after("\\b(jazz|rock|pop|classical|blues|techno|folk|metal|soul)\\b")],
  ["restaurant|hotel|venue|company|employer", after(`\\bat (${titles})`)],
  [
    "address|street",
    after(`\\b(\\d{1,5} (?:${title} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Way))\\b`),
  ],
  [
    "(?:prompt|image|picture)(?: description)?$",
    after("\\b(?:image|picture|photo|drawing|logo) of ([^.!?\\n]{3,200})"),
  ],
  ["(?:from|origin|source|departure)(?!.*(?:unit|currency|lang|date))", (member) => placed(member, member.hints.from)],
  [
    "(?:to|destination|arrival|target)(?!.*(?:unit|currency|lang|date))",
    (member) => placed(member, member.hints.to ?? after("\\bto (the \\p{Ll}{2,30})")(member)),
  ],
  ["(?:source|from|input) lang(?:uage)?", (member) => languageOf(member, "English")],
  ["lang|language", (member) => languageOf(member, member.hints.language)],
  [placeName, placeIn],
  ["expression|equation|formula|calculation", ({ hints }) => hints.expression],
  [
    "(?:id|number|no|reference|ref|code|sku|order|ticket|invoice)(?<!(?:zip|postal|country|phone) \\w{2,9})",
    ({ hints, index }) => hints.ids[index]?.replace(/^#(?=\d)/, ""),
  ],
  ["subject|message|body|text|content", saidIn],
  ["keywords?|topics?|terms?|hashtags?", keywordIn],
  ["query|queries|search|q|prompt|question|topic|term|theme", searchedFor],
  [
    "full name|name|author|customer|person|owner|assignee|contact|recipient|guest|attendees?|participants?",
    nth("people"),
  ],
  ["employee|patient|passenger|speaker|host|manager|user|people|who|by|characters?|sender", nth("people")],
]);

/** Returns the words of the prompt that the member can be; undefined where none fit. */
export function stringFromPrompt(member: Member, format: string | undefined): string | undefined {
  const { name, description, hints, record } = member;
  if (format === "email") return nth("emails")(member);
  if (format === "uri") return nth("urls")(member);
  const isTime = format === "time" || (format === undefined && timeOnly.test(name));
  if (isTime) return timeIn(member);
  const isMoment = format === "date-time" || /\bdate[- ]?time\b|time ?stamp|iso 8601/.test(description);
  const isDate = format === "date" || (format === undefined && dateName.test(name) && !placeOfTravel.test(name));
  if (isDate || isMoment) {
    const isLater =
      /\b(?:end|until|return|check ?out|last)\b/.test(name) || (/\bdue\b/.test(name) && hints.dates.length > 1);
    const date = hints.dates[isLater && format !== "date-time" ? 1 : member.index];
    if (date !== undefined) record.startAt(date);
    const time = isMoment ? timeIn(member) : undefined;
    return time === undefined
      ? format === "date-time"
        ? undefined
        : date
      : `${date ?? dateAfter(record.nextDay())}T${time}:00Z`;
  }
  if (format !== undefined) return undefined;
  for (const [names, find] of places) {
    const found = names.test(name) ? find(member)?.trim() : undefined;
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}

/** Words after `departure` and `arrival` that show they do not mean a day. */
const placeOfTravel = named("airport|station|city|country|port|gate|terminal|location|place|code|name");

function table(rows: [names: string | RegExp, find: Finder][]): [RegExp, Finder][] {
  return rows.map(([names, find]) => [typeof names === "string" ? named(names) : names, find]);
}

/** The n-th of a list of the prompt's, for the n-th element. */
function nth(list: "emails" | "urls" | "quoted" | "people"): Finder {
  return ({ hints, index }) => hints[list][index];
}

/** The first group of a pattern, for the first element. */
function after(pattern: string): Finder {
  const words = new RegExp(pattern, "u");
  return (member) => {
    const found = member.index === 0 ? words.exec(member.hints.text)?.[1] : undefined;
    if (found === undefined) return undefined;
    return /^(?:text|task|title|note|reminder)$/.test(member.name) && !found.includes(" bug") ? capital(found) : found;
  };
}

function currencyIn({ name, hints }: Member): string | undefined {
  return hints.currencies[/\b(?:to|target|quote)\b/.test(name) && hints.currencies.length > 1 ? 1 : 0];
}

/** The time that the prompt gives; for an end the second one, or so long after the first as it says, else an hour. */
function timeIn({ name, hints: { times, numbers }, index }: Member): string | undefined {
  const [start] = times;
  if (start === undefined || !/\b(?:end|ends|finish|until)\b/.test(name)) return times[index];
  if (times[1] !== undefined) return times[1];
  const span = spanIn(numbers);
  const [hour = 0, minute = 0] = start.split(":").map(Number);
  const end = hour * 60 + minute + (span === undefined ? 60 : span.seconds / 60);
  return [Math.floor(end / 60) % 24, Math.round(end % 60)].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `45 minutes` and the like. */
function spanIn(numbers: Hints["numbers"]) {
  const span = numbers.find(({ nextTo }) => /^(?:minutes?|mins?|hours?)$/.test(nextTo[0] ?? ""));
  return span && { ...span, seconds: span.value * (/^h/.test(span.nextTo[0] ?? "") ? 3600 : 60), number: span };
}

/** The place by its airport where the member wants that. */
function placed(member: Member, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const isAirport = /\b(?:airport|iata)\b/.test(`${member.name} ${member.description}`);
  return (isAirport && words.places.find(({ city }) => city === name)?.airport) || located(member, name);
}

function placeIn(member: Member): string | undefined {
  const { name, hints, index } = member;
  const place = hints.places[/\b(?:destination|to|arrival)\b/.test(name) && hints.places.length > 1 ? 1 : index];
  const isCountry = words.places.some(({ city, country }) => country === place && city !== place);
  // A city of that country is then the record's.
  return place === undefined || (isCountry && /\bcit(?:y|ies)\b|\btown\b/.test(name))
    ? undefined
    : located(member, place);
}

function languageOf({ name, description }: Member, language: string | undefined): string | undefined {
  return /\bcode\b|iso/.test(`${name} ${description}`) ? words.languageCodes[language ?? ""] : language;
}

/** The words of a message: `email Bob that I'm running late`. */
function saidIn({ name, hints: { text } }: Member): string | undefined {
  const said =
    /\b(?:that|saying|to say) ((?:i|we|the|my|our|he|she|it|they)\b[^"\n]{3,200})$/i.exec(text) ??
    /\bsay (thanks|thank you|hello|hi|yes|no|sorry|congratulations|goodbye)\b/i.exec(text);
  if (said?.[1] === undefined) return undefined;
  return capital(said[1].replace(/[.!?]+$/, "")) + (/subject/.test(name) ? "" : ".");
}

const event =
  /\b(?:meeting|call|lunch|dinner|breakfast|appointment|interview|workshop|party|review|sync|coffee|webinar)\b/i;

/** `Meeting with Anna` for an event, or what it is about. */
function eventIn({ hints: { text, people }, record, index }: Member): string | undefined {
  const kind = event.exec(text)?.[0];
  const isEvent = /\b(?:start|attendees?|participants|duration|location|end)\b/.test(record.siblings);
  if (kind === undefined || index > 0 || !isEvent) return undefined;
  const about = /\babout (?:the |our |an? )?([^.,!?\n]{3,40})/.exec(text)?.[1];
  return capital(about ?? (text.includes(` with ${people[0]}`) ? `${kind} with ${people[0]}` : kind));
}

/** A word of a text that says what it is about, for each element another. */
function keywordIn({ hints, index, start }: Member): string | undefined {
  if (start === undefined) return undefined;
  const found = (hints.text.match(/\p{L}[\p{L}\d-]{3,}/gu) ?? []).map((word) => word.toLowerCase());
  return [...new Set(found)].filter((word) => !emptyWords.includes(word))[index];
}

const emptyWords =
  "this that with from have what when which about their there your make give write extract find keywords text".split(
    " ",
  );

/** The subject without the words that ask for a search. */
function searchedFor({ hints, index, subject, record }: Member): string | undefined {
  if (/\b(?:answers?|options?|choices?)\b/.test(record.siblings)) return undefined;
  return (
    hints.quoted[index] ??
    subject.replace(/^(?:search|find|look|google)(?: up)?(?: (?:the )?(?:web|internet))?(?: for)? /i, "")
  );
}

/** `milk, eggs and bread` as three things. */
function enumeratedIn(text: string): string[] {
  for (const [, run = ""] of text.matchAll(
    /\b(?:add|buy|get|order|need|put|pack|remove|with) ([\p{L}\d', -]{2,})/giu,
  )) {
    const last = run.indexOf(" and ");
    const end = run.slice(Math.max(0, last)).search(/ (?:to|on|from|into|for|in)\b/i);
    const list = end === -1 ? run : run.slice(0, Math.max(0, last) + end);
    const things = list.split(/, ?(?:and )?| and /).map((one) => one.replace(/^(?:some|the|a|an) /i, "").trim());
    if ((last !== -1 || things.length > 2) && things.every((one) => one.length > 0 && one.length <= 40)) return things;
  }
  return [];
}

/** Words that people say for the same number. */
const groups = [
  "guest people person party adult travell traveler traveller passenger attendee seat participant serving",
  "day duration",
  "age year old",
  "percent percentage discount brightness volume level",
  "temperature degree",
  "result limit item count",
].map((words) => words.split(" "));

const stem = (word = "") => word.replace(/(?<=..)(?<!s)s$/, "");
const free =
  /^(?:a|b|c|x|y|n|count|num|number|limit|quantity|qty|amount|value|top|max results|numbers|first|second|left|right|operands?)$/;

/** A number that the prompt gives for the member; undefined where it gives none. */
export function numberFromPrompt({ name, description, hints, record }: Member): number | undefined {
  const open = hints.numbers.filter(({ used }) => !used);
  const wanted = name.split(" ").flatMap((word) => groups.find((group) => group.includes(stem(word))) ?? [stem(word)]);
  const isBeside = ({ nextTo }: (typeof open)[number]) => nextTo.some((word) => wanted.includes(stem(word)));
  const others = record.siblings.split(" ").map(stem);
  const span = /\bseconds?\b/.test(`${name} ${description}`) ? spanIn(open) : undefined;
  const money = /\b(?:price|budget|cost|amount|total|fee|salary|money)\b/.test(name)
    ? open.filter((number) => number.isMoney && !isOtherBound(name, number.nextTo))
    : [];
  const isCount = /\b(?:limit|count|quantity|qty|top|results)\b/.test(name);
  const found =
    money.find(isBeside) ??
    money[0] ??
    open.find(isBeside) ??
    span?.number ??
    (wanted.includes("guest")
      ? open.find(({ nextTo }) => nextTo.at(-1) === "for" && (nextTo.length <= 2 || nextTo.at(-2) === "table"))
      : undefined) ??
    (name === "age"
      ? open.find(({ value }) => new RegExp(`\\p{L}, ${value}(?:,|$)`, "u").test(hints.text))
      : undefined) ??
    (free.test(name)
      ? open.find(({ nextTo, isMoney }) => !others.includes(stem(nextTo[0])) && !(isMoney && isCount))
      : undefined);
  if (found === undefined) return undefined;
  found.used = true;
  return found === span?.number ? span.seconds : found.value;
}

/** True where the words beside a number make it the most, and the name wants the least, or the other way round. */
const isOtherBound = (name: string, nextTo: string[]) =>
  (/\bmin/.test(name) && nextTo.some((word) => /^(?:under|below|most|maximum|max|than|within)$/.test(word))) ||
  (/\bmax/.test(name) && nextTo.some((word) => /^(?:over|above|least|minimum|min|from)$/.test(word)));

/** True where the prompt has a word of the name, false where it denies it; undefined where it has none. */
export function booleanFromPrompt({ name, hints }: Member): boolean | undefined {
  const text = hints.text.toLowerCase();
  for (const word of name.split(" ").filter((one) => one.length > 3 && !plainWords.includes(one))) {
    const at = text.indexOf(word);
    if (at >= 0)
      return !/\b(?:no|not|without|don.t|never|excluding)(?: \w+)?\s*$/.test(text.slice(Math.max(0, at - 24), at));
  }
  return undefined;
}

const plainWords =
  "with have does should include includes included including enable enabled allow allowed needs only when active".split(
    " ",
  );

/** True for a name of what is mostly so. */
export function booleanByName({ name, random }: Member): boolean {
  if (named("deleted|archived|error|disabled|hidden|expired|cancelled|blocked|banned").test(name)) return false;
  return (
    random() < (named("active|enabled|available|verified|valid|success|ok|stock|open|public").test(name) ? 0.9 : 0.5)
  );
}
