import { pick, type Random } from "../../random.js";
import { between, dateAfter, dateName, type Member, named, personOf, timeOnly } from "./member.js";
import * as words from "./words.js";

/**
 * Text of a value: `{1-9}` is a number of that range, `{a|b}` one of several, which elements of a list take in turn, and
 * `{city}` a fact of the object. A function returns such a text, or undefined where it has none for a member.
 */
type Template = string | ((member: Member) => string | undefined);

const books = "The Salt Road|A Map of Quiet Places|Nine Lanterns|The Clockmaker's Garden|Winter Harbour";
const products =
  "Walnut desk lamp|Trail running shoes|Wireless headphones|Linen shirt|Cast-iron pan|Folding bicycle|Rain jacket|Desk plant";
const foods = "apples|bread|olive oil|tomatoes|basil|rice|lemons|chickpeas|butter|garlic|flour|eggs";
const colours = "teal|coral|navy|olive|amber|ivory|crimson|slate|indigo|sage";
const tasks =
  "Write down what is needed|Heat the water|Mix everything well|Check the result|Let it rest for ten minutes|Serve while it is fresh";
const sentences =
  "The first version was simple, and it worked.|Small changes made the biggest difference.|It arrived on time and does what it promises.|Everything needed is included, and nothing else.|A good choice for a weekend project.|Easy to set up, pleasant to use every day.";

/** Names of members, or words of their descriptions, and the text that each gets; the first that fits. */
const texts = rows([
  ["e ?mails?|b?cc", "{user}@example.com"],
  ["image|avatar|photo|picture|thumbnail|icon|logo", "https://images.example.com/{noun}.jpg"],
  ["ur[il]|links?|href|website|homepage|web page", "https://www.example.com/{path}"],
  ["phone|mobile|telephone|tel|fax", "+1 555 01{10-99}"],
  ["uuid|guid", "{uuid}"],
  ["country code|iso country|country iso", "{countryCode}"],
  ["currency", "{currency}"],
  ["time ?zone|tz", "{timeZone}"],
  ["locale", "{languageCode}-{countryCode}"],
  ["(?:programming|code) language", "{Python|TypeScript|Go|Rust}"],
  ["lang(?:uage)? code", "{languageCode}"],
  ["lang|languages?", "{language}"],
  ["flight(?: number| no)?$", "{LH|BA|AF|SK} {100-2999}"],
  ["(?:passport|id card|licen[sc]e)(?: number| no)?$", "{C|L|X}{10000000-99999999}"],
  ["(?:arrival|destination|to) (?:airport|iata)", "{otherAirport}"],
  ["airport|iata", "{airport}"],
  ["zip|post ?code|postal", "{10000-99999}"],
  ["street|address line(?: 1)?|address 1|line 1", "{2-98} {street}"],
  ["address(?!.*(?:ip|mail))", "{2-98} {street}, {city}"],
  ["ip", "192.0.2.{1-254}"],
  ["country|nationality", "{country}"],
  ["continent", "{continent}"],
  ["city|cities|town|capital|municipality|destination|origin|location|place|venue|where", "{located}"],
  ["week ?day|day of (?:the )?week", "{Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday}"],
  ["month", "{January|March|May|June|September|November}"],
  ["(?:created|updated|modified|published|deleted|sent|received|logged)(?: at| on)?$", "{day}T{hour}:{quarter}:00Z"],
  ["time ?stamp|date ?time|(?:starts?|ends?|expires?) at", "{day}T{hour}:{quarter}:00Z"],
  [timeOnly, "{hour}:{quarter}"],
  ["birth|born|dob|birthday", "{1955-2004}-0{1-9}-{10-28}"],
  [dateName, "{day}"],
  ["duration", "{45 minutes|2 hours|3 days|90 minutes}"],
  ["(?:first|given) ?name", "{first}"],
  ["(?:last|family) ?name|surname", "{last}"],
  ["user ?name|handle|login|nick ?name|screen name", "{user}"],
  [
    "company|organi[sz]ation|employer|brand|vendor|supplier|manufacturer|publisher|airline|merchant|store|shop",
    "{company}",
  ],
  ["file ?name|file|path|attachment", "{noun}-{1-40}.pdf"],
  ["repository|repo", "{acme|harbour|northlight}/{noun}"],
  ["cwd|folder|directory|dir", "/workspace"],
  ["branch", "main"],
  ["command|cmd", "{ls -la|git status|npm test}"],
  ["options?|choices?|alternatives?", "{The first of them|The second of them|Both of them|Neither of them|It depends}"],
  [
    "question$",
    ({ start, record }) => (start === undefined && !/options|answers/.test(record.siblings) ? undefined : quiz),
  ],
  ["ticker|symbol", "ACME"],
  ["job|occupation|profession|position", "{Product designer|Software engineer|Teacher|Data analyst|Architect|Nurse}"],
  ["role", "{editor|viewer|owner|member}"],
  ["department|team", "{Engineering|Design|Sales|Support|Finance|Operations}"],
  ["gender", "{female|male|non-binary}"],
  ["ingredients?", `{${foods}}`],
  ["dish|recipe|meal|menu", `{${words.dishes.join("|")}}`],
  ["isbn", "978-1-{1000-9999}-{1000-9999}-{0-9}"],
  ["book|novel", `{${books}}`],
  ["(?:product|item|article|goods)(?: name| title)?$", `{${products}}`],
  ["hex colou?r|colou?r hex", "{#2a9d8f|#e76f51|#264653|#e9c46a|#6d597a|#457b9d}"],
  ["colou?rs?", `{${colours}}`],
  ["status|state", "{active|pending|completed|in progress|shipped|open|confirmed}"],
  ["priority|severity|urgency|difficulty|level", "{high|medium|low}"],
  ["sentiment", "{positive|neutral|negative}"],
  ["conditions?|weather|forecast|sky", `{${words.conditions.join("|")}}`],
  [
    "units?",
    ({ name, description }) => (/temp|celsius/.test(`${name} ${description}`) ? "celsius" : "{g|ml|kg|pieces}"),
  ],
  ["tags?|labels?|keywords?|hashtags?", "{new|popular|sale|featured|limited|eco|travel|guide|beginner|weekly}"],
  ["category|categories|genre|type|kind|section", "{Home|Outdoor|Kitchen|Audio|Clothing|Books|Travel|Office}"],
  ["version", "{1-4}.{0-12}.{0-9}"],
  ["(?:mime|media|content) type", "application/pdf"],
  ["size", "{S|M|L}"],
  ["set ?up", ({ record }) => (/punch ?line/.test(record.siblings) ? record.joke().setup : undefined)],
  ["punch ?line", ({ record }) => record.joke().punchline],
  ["emojis?", "{🌿|🚀|☕|📘|🎉}"],
  ["expression|equation|formula|calculation", "12 * (3 + 4)"],
  ["sql", "SELECT id, name FROM customers ORDER BY name LIMIT 10"],
  ["(?:snippet|script|source)$", "print('Hello')"],
  ["code$", "{AB|KX|MT|QR}-{1000-9999}"],
  ["hash|checksum|digest|sha", "{hash}"],
  ["price|cost|amount|total", "{9-240}.{10-99}"],
  ["id|identifier|key|token|reference|ref|sku|number|no", "{mark}"],
  ["steps?|instructions?|tasks?|todos?|actions?", `{${tasks}}`],
  [
    "query|queries|search|q|prompt|question|topic|term|subject|theme",
    ({ subject }) => (subject === "" ? undefined : "{Subject}"),
  ],
  ["title|headline|heading|name", nameOf],
  ["author|customer|person|owner|assignee|contact|recipient|guest|attendees?|participants?|employee|patient", "{name}"],
  ["passenger|speaker|host|manager|user|people|who|by|characters?|sender", "{name}"],
  [
    "reason|explanation|answer|rationale|thought|conclusion|analysis",
    "For {subject}, this is the most likely. {sentence}",
  ],
  ["summary|body|content|bio|overview|abstract", "{sentence} {sentence}"],
  ["description|text|message|comments?|notes?|review|about|feedback|details|paragraph|quote|value|reply", "{sentence}"],
]);

const quiz =
  "{Which of these belongs to|What comes first when you look at|What would you explain first about|What is most often misunderstood about} {subject}?";

/** The same for numbers. */
const numbers = rows([
  ["lat|latitude", "{latitude}"],
  ["lon|lng|long|longitude", "{longitude}"],
  ["confidence|probability|likelihood|ratio|relevance|similarity", "0.{50-99}"],
  ["(?:tax|vat|interest|discount) rate", "{0.05|0.07|0.1|0.19|0.2}"],
  ["exchange rate", "{0-1}.{10-99}"],
  ["salary|income|revenue|turnover", "{32-120}000"],
  ["price|cost|amount|fee|subtotal|budget|balance|charge|tax|spend", "{5-240}.{5|9|95|99|25}"],
  ["percent|percentage|humidity|discount|progress|battery|chance|precipitation", "{5-95}"],
  ["rating|stars", "{3-4}.{0-9}"],
  ["score", "{60-98}"],
  ["age", "{19-72}"],
  ["year", "{1990-2026}"],
  ["month", "{1-12}"],
  ["timeout (?:ms|milliseconds)", "30000"],
  ["timeout", "30"],
  ["hours?", "{1-12}"],
  ["time ?stamp|created|updated|expires", "{seconds}"],
  ["minutes?|duration|time", "{10|15|20|30|45|60|90}"],
  ["seconds?", "{5-90}"],
  ["temp|temperature|feels like|high|low|celsius|degrees", "{4-29}"],
  ["wind|speed", "{3-38}"],
  ["pressure", "{992-1032}"],
  ["days?|nights?|weeks?", "{1-7}"],
  ["guests?|people|persons?|adults|party|travell?ers|passengers|servings|seats|rooms|bedrooms|children|kids", "{1-6}"],
  ["population|followers|views|inhabitants", "{24-2400}000"],
  ["pages", "{90-480}"],
  ["page", "1"],
  ["offset", "0"],
  ["limit|top|max results|num results", "10"],
  ["(?:rank|index|position|order|step|line|number)$", ({ index }) => String(index + 1)],
  ["id|identifier", "{1000-9999}"],
  ["port", "8080"],
  ["width|height|pixels", "{3-24}0"],
  ["weight|mass|volume|litres|kg", "{0-17}.{1-9}"],
  ["distance|radius|length|depth|km|miles|elevation|altitude", "{2-80}5"],
  ["calories", "{12-70}0"],
  ["likes|clicks|sales|downloads", "{12-940}"],
  ["quantity|count|stock|qty|units|items", "{1-24}"],
  ["total", "{20-900}.5"],
]);

const formats: Record<string, string> = {
  date: "{day}",
  "date-time": "{day}T{hour}:{quarter}:00Z",
  "iso-date-time": "{day}T{hour}:{quarter}:00Z",
  time: "{hour}:{quarter}:00Z",
  "iso-time": "{hour}:{quarter}:00Z",
  duration: "{PT30M|PT1H|PT1H30M|P1D|P3D}",
  email: "{user}@example.com",
  "idn-email": "{user}@example.com",
  hostname: "{noun}.example.com",
  "idn-hostname": "{noun}.example.com",
  ipv4: "192.0.2.{1-254}",
  ipv6: "2001:db8::{1-9}",
  uri: "https://www.example.com/{path}",
  iri: "https://www.example.com/{path}",
  url: "https://www.example.com/{path}",
  "uri-reference": "/{noun}",
  "iri-reference": "/{noun}",
  uuid: "{uuid}",
  byte: "aGFyYm91cg==",
  "relative-json-pointer": "1/0",
  "uri-template": "/{noun}/1",
  "json-pointer": "/{noun}/0",
  "json-pointer-uri-fragment": "#/{noun}/0",
  regex: "^[a-z]+$",
};

const placeFacts = [
  "city",
  "country",
  "countryCode",
  "latitude",
  "longitude",
  "timeZone",
  "currency",
  "language",
  "airport",
];

/** The facts that a template names. */
const facts: Record<string, (member: Member) => string | number> = {
  located: (member) => located(member, member.record.place().city),
  continent: ({ record }) => record.place().timeZone.split("/")[0] ?? "",
  languageCode: ({ record }) => words.languageCodes[record.place().language] ?? "en",
  otherAirport: ({ record, random }) =>
    pick(
      words.places.filter(({ city }) => city !== record.place().city),
      random,
    ).airport,
  first: ({ record }) => record.person().first,
  last: ({ record }) => record.person().last,
  name: (member) => Object.values(personOf(member)).join(" "),
  user: (member) => Object.values(personOf(member)).map(plain).join("."),
  day: ({ record }) => dateAfter(record.nextDay()),
  seconds: ({ record }) => 1_767_571_200 + record.nextDay() * 86_400,
  uuid: ({ random }) => uuid(random),
  hash: ({ random }) => hex(40, random),
  mark: ({ name, parent, random }) => {
    const about = name.replace(/\b(?:id|identifier|key|token|reference|ref|number|no)\b/g, "").trim() || parent || "id";
    return `${about.split(" ", 1)[0]?.slice(0, 4)}_${draw("23456789abcdefghjkmnpqrstuvwxyz", 8, random)}`;
  },
  subject: ({ subject }) => subject || "the text",
  Subject: ({ subject }) => capital(subject),
  path: ({ subject, random }) =>
    plain(subject.replaceAll(" ", "-")).split("-", 6).join("-") || pick(nouns.split("|"), random),
};

const nouns = "harbour|lantern|garden|notebook|bridge|signal|orchard|window|compass|workshop|river|letter|station";
const lists: Record<string, string> = {
  noun: nouns,
  Adjective: "Quiet|Practical|Bright|Early|Careful|Useful|Open|Modest|Lively|Steady|Clever|Gentle|Simple",
  company: "Harbour & Sons|Northwind Labs|Blue Fjord|Lantern Works|Cedar Analytics|Juniper Foods|Old Mill Press",
  street: "Harbour Street|Mill Lane|Station Road|Garden Avenue|Church Square|Bridge Street|Park Row",
  hour: "07|08|09|10|11|12|13|14|15|16|17|18|19|20",
  quarter: "00|15|30|45",
  sentence: sentences,
};

/** A text for a member by its name, where that says nothing by what it is in, and last by its description. */
export function stringByName(member: Member): string {
  for (const heading of [member.name, `${member.parent} ${member.name}`.trim(), member.description]) {
    const found = byName(texts, heading, member);
    if (found !== undefined) return found;
  }
  return write("{Adjective} {noun}", member);
}

/** A text of a format; undefined for a format that is not known. */
export function stringOfFormat(format: string, member: Member): string | undefined {
  if (format === "date" && /\b(?:birth|born|dob|birthday)\b/.test(member.name)) return stringByName(member);
  if (/^ur[il]$/.test(format) && /\b(?:image|avatar|photo|picture|logo)\b/.test(member.name))
    return stringByName(member);
  return Object.hasOwn(formats, format) ? write(formats[format] ?? "", member) : undefined;
}

/** A number that fits the member's name or description; what is least is no more than what is most. */
export function numberByName(member: Member): number {
  const { name, record, hints } = member;
  const value = Number(
    byName(numbers, name, member) ?? byName(numbers, member.description, member) ?? write("{1-20}", member),
  );
  const bounded = name.replace(/\b(?:min|max)(?:imum)?\b/, "").trim();
  if (bounded === name) return value;
  if (/\bmax/.test(name)) return value + Math.max(0, (record.leasts.get(bounded) ?? 0) - value) * 2;
  // The most may be in the prompt.
  const most = hints.numbers.filter(({ isMoney }) => isMoney).map((number) => number.value);
  const least = Math.floor(Math.min(value, ...most) / 3);
  record.leasts.set(bounded, least);
  return least;
}

/** A sentence or a few, until there are so many characters. */
export function sentencesOf(member: Member, leastCharacters = 1): string {
  let text = write("{sentence}", member);
  while (text.length < leastCharacters) text += ` ${write("{sentence}", member)}`;
  return text;
}

/** The place of a city as the description wants it: with its country. */
export function located({ description }: Member, name: string): string {
  if (!/city and (?:state|country)|city, (?:state|country)|e\.g\.? [\p{L} ]{1,40}, \p{L}/u.test(description))
    return name;
  const place = words.places.find(({ city }) => city.toLowerCase() === name.toLowerCase());
  return place === undefined ? name : `${name}, ${place.country}`;
}

/** A UUID of version 4. */
export const uuid = (random: Random) =>
  `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`;

const hex = (digits: number, random: Random) => draw("0123456789abcdef", digits, random);
const draw = (characters: string, count: number, random: Random) =>
  Array.from({ length: count }, () => pick([...characters], random)).join("");
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[^\w-]/g, "")
    .toLowerCase();
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name or title of a thing, by what it is in and what is beside it. */
function nameOf({ parent, name, description, record: { siblings }, subject, index }: Member): string {
  const about = `${parent} ${description}`;
  const kind = things.find(([inside, beside]) => inside.test(about) || beside?.test(siblings));
  if (kind !== undefined) return kind[2];
  if (!/\bname\b/.test(name)) return subject === "" || index > 0 ? "The {Adjective} {noun}" : "{Subject}";
  return "{name}";
}

const things: [inside: RegExp, beside: RegExp | undefined, template: string][] = [
  [/\b(?:cit(?:y|ies)|town|capital)\b/, /\b(?:latitude|population)\b/, "{city}"],
  [/\bcountr(?:y|ies)\b/, undefined, "{country}"],
  [/\b(?:compan(?:y|ies)|organi[sz]ation|vendor|brand|employer)\b/, undefined, "{company}"],
  [/\bingredients?\b/, undefined, `{${foods}}`],
  [/\b(?:recipe|dish|meal)s?\b/, /\b(?:ingredients?|servings)\b/, `{${words.dishes.join("|")}}`],
  [/\bcolou?rs?\b/, undefined, `{${colours}}`],
  [/\b(?:book|novel)s?\b/, /\b(?:author|isbn|pages|publisher)\b/, `{${books}}`],
  [/\b(?:product|item|article)s?\b/, /\b(?:price|sku|stock|quantity)\b/, `{${products}}`],
  [/\b(?:tasks?|todos?)\b/, /\b(?:due|done|completed|assignee|priority)\b/, `{${tasks}}`],
  [/\b(?:event|project|team|course|playlist|file|category|feature|metric|plan)s?\b/, undefined, "{Adjective} {noun}"],
];

type Row = readonly [names: RegExp, template: Template];

function rows(table: [names: string | RegExp, template: Template][]): Row[] {
  return table.map(([names, template]) => [typeof names === "string" ? named(names) : names, template]);
}

function byName(table: Row[], heading: string, member: Member): string | undefined {
  if (heading === "") return undefined;
  for (const [names, template] of table) {
    const found = names.test(heading) ? (typeof template === "string" ? template : template(member)) : undefined;
    if (found !== undefined) return write(found, member);
  }
  return undefined;
}

function write(template: string, member: Member): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, part: string) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    if (most !== undefined) return String(between(Number(least), Number(most), member.random));
    if (Object.hasOwn(facts, part)) return String(facts[part]?.(member));
    if (placeFacts.includes(part)) return String(Object(member.record.place())[part]);
    return oneOf((lists[part] ?? part).split("|"), member);
  });
}

/** One of a list; elements of the same array take one after the other. */
function oneOf(list: readonly string[], { random, index, start }: Member): string {
  return (start === undefined ? undefined : list[(start + index) % list.length]) ?? pick(list, random);
}
