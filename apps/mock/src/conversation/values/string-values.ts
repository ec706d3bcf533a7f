// Over 250 lines: the rules for names of members are one table, read from top to bottom.
import { pick, type Random } from "../../random.js";
import { between, dateAfter, type Member } from "./member.js";
import * as words from "./words.js";

/** A text for a member, or undefined where the rule does not know one. */
type Maker = (member: Member) => string | undefined;

/** Returns the words of the prompt that the member can be; undefined where none fit. */
export function stringFromPrompt(member: Member, format: string | undefined): string | undefined {
  const { name, hints, index, record } = member;
  const has = (pattern: RegExp) => pattern.test(name);
  if (format === "email" || has(/\be ?mail\b|\brecipients?\b|^to$/)) {
    if (hints.emails[index] !== undefined) return hints.emails[index];
  }
  if (format === "email") return undefined;
  if (format === "uri" || has(/\b(url|uri|link|href|website)\b/)) return hints.urls[index];
  if (format === "date" || (format === undefined && has(dateName) && !has(timeOnly))) {
    const date = hints.dates[has(/\b(end|until|return|check ?out|last)\b/) ? 1 : index];
    if (date !== undefined) record.startAt(date);
    return date;
  }
  if (format === "date-time" && hints.dates[index] !== undefined && hints.times[index] !== undefined)
    return `${hints.dates[index]}T${hints.times[index]}:00Z`;
  if (format === "time" || (format === undefined && has(timeOnly))) return hints.times[index];
  if (format !== undefined) return undefined;
  if (
    has(/\b(from|origin|source|departure)\b/) &&
    hints.from !== undefined &&
    !has(/\b(unit|currency|language|date)\b/)
  )
    return codeOf(member, hints.from);
  if (has(/\b(to|destination|arrival|target)\b/) && hints.to !== undefined && !has(/\b(unit|currency|language|date)\b/))
    return codeOf(member, hints.to);
  if (has(/\b(target|to|into)\b.*\b(lang|language)\b|\b(language|lang)\b/) && hints.language !== undefined) {
    return /\bcode\b|iso/.test(`${name} ${member.description}`) ? words.languageCodes[hints.language] : hints.language;
  }
  if (has(placeName)) {
    const place = hints.places[has(/\b(destination|to|arrival)\b/) && hints.places.length > 1 ? 1 : index];
    return place === undefined ? undefined : located(member, place);
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
  if (has(queryName) && !record.siblings.includes("answer")) return hints.quoted[index] ?? searchedFor(member.subject);
  if (has(personName)) return hints.people[index];
  return undefined;
}

/** A text that fits the member's name or, where that says nothing, its description. */
export function stringByName(member: Member): string {
  for (const heading of [member.name, `${member.parent} ${member.name}`, member.description]) {
    if (heading.trim() === "") continue;
    for (const [pattern, make] of rules) {
      if (!pattern.test(heading)) continue;
      const made = make(member);
      if (made !== undefined) return made;
    }
  }
  const { random } = member;
  return `${capital(pick(words.adjectives, random))} ${pick(words.nouns, random)}`;
}

/** A text of a format; undefined for a format that is not known. */
export function stringOfFormat(format: string, member: Member): string | undefined {
  const { random, record } = member;
  const { name } = member;
  switch (format) {
    case "date":
      return /\b(birth|born|dob)\b|birthday/.test(name) ? birthDate(random) : dateAfter(record.nextDay());
    case "date-time":
      return `${dateAfter(record.nextDay())}T${clock(random)}:00Z`;
    case "time":
      return `${clock(random)}:00Z`;
    case "duration":
      return pick(["PT30M", "PT1H", "PT1H30M", "P1D", "P3D"], random);
    case "email":
    case "idn-email":
      return emailOf(member);
    case "hostname":
    case "idn-hostname":
      return `${slug(pick(words.companies, random))}.example.com`;
    case "ipv4":
      return `192.0.2.${between(1, 254, random)}`;
    case "ipv6":
      return `2001:db8::${between(1, 0xffff, random).toString(16)}`;
    case "uri":
    case "iri":
    case "url":
      return urlOf(member);
    case "uri-reference":
    case "iri-reference":
      return `/${slug(pick(words.products, random))}`;
    case "uuid":
      return uuid(random);
    case "json-pointer":
      return `/${pick(words.nouns, random)}/0`;
    case "regex":
      return "^[a-z]+$";
    default:
      return undefined;
  }
}

/** A sentence or a few, until there are so many characters. */
export function sentencesOf(member: Pick<Member, "random">, leastCharacters = 1): string {
  let text = pick(words.sentences, member.random);
  while (text.length < leastCharacters) text += ` ${pick(words.sentences, member.random)}`;
  return text;
}

/** The words of a message: `email Bob that I'm running late`. */
function saidIn(text: string): string | undefined {
  const said =
    /\b(?:that|saying|to say|tell(?:ing)? (?:him|her|them)) ((?:i|we|the|my|our|he|she|it|they)\b[^"\n]{3,200})$/i.exec(
      text,
    );
  return said?.[1] === undefined ? undefined : capital(said[1].replace(/[.!?]+$/, ""));
}

const streetIn = /\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Way|Boulevard)\b/u;

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

/** `How many orders …?` as a count of them, else a short list. */
function queryFor(text: string): string {
  const counted = /\bhow many (?:\p{Ll}+ )?(orders|customers|users|sales|rows|products)\b/iu.exec(text)?.[1];
  if (counted !== undefined) return `SELECT COUNT(*) FROM ${counted.toLowerCase()}`;
  return "SELECT id, name FROM customers ORDER BY name LIMIT 10";
}

/** The subject without the words that ask for a search. */
const searchedFor = (subject: string) =>
  subject
    .replace(
      /^(?:search|find|look|google?)(?:ing)?(?: up)?(?: (?:the )?(?:web|internet|online))?(?: for)? (?:the )?/i,
      "",
    )
    .replace(/,? top(?: \d+)?$/i, "") || subject;

const dateName =
  /\b(date|day|deadline|due|birthday|dob|born|since|until|start|end|starts|ends|check ?in|check ?out|departure|return|arrival|expires?|when)\b|\bon$/;
const timeOnly = /\b(time|hour)\b(?!.*zone)/;
const placeName = /\b(city|cities|town|location|locations|place|destination|where|near|municipality|capital|address)\b/;
const personName =
  /\b(full name|author|customer|person|owner|assignee|contact|recipient|guest|attendees?|participants?|employee|patient|passenger|speaker|host|manager|user|people|who|by|characters?|sender)\b/;
const queryName = /\b(query|queries|search|q|prompt|question|keywords?|topic|term|subject|theme)\b/;

const rules: [RegExp, Maker][] = [
  [/\be ?mails?\b/, emailOf],
  [/\b(image|avatar|photo|picture|thumbnail|icon|logo)\b/, imageOf],
  [/\b(url|uri|link|links|href|website|homepage|web page)\b/, urlOf],
  [/\b(phone|mobile|telephone|tel|fax)\b/, ({ random }) => `+1 555 01${between(10, 99, random)}`],
  [/\b(uuid|guid)\b/, ({ random }) => uuid(random)],
  [/\bcountry\b.*\bcode\b|\biso\b.*\bcountry|\bcountry code/, ({ record }) => record.place().countryCode],
  [
    /\bcurrency\b/,
    ({ record, hints }) =>
      /\b(city|country)\b/.test(record.siblings) || hints.places.length > 0 ? record.place().currency : "EUR",
  ],
  [/\btime ?zone\b|\btz\b/, ({ record }) => record.place().timeZone],
  [/\b(locale)\b/, ({ record }) => localeOf(record.place())],
  [/\b(programming|code) language\b/, ({ random }) => pick(["Python", "TypeScript", "Go", "Rust"], random)],
  [/\blang(uage)? code\b/, ({ record }) => words.languageCodes[record.place().language] ?? "en"],
  [
    /\b(lang|language|languages)\b/,
    ({ record }) => (words.languageCodes[record.place().language] === undefined ? "English" : record.place().language),
  ],
  [/\b(airport|iata)\b/, ({ record }) => record.place().airport],
  [/\b(zip|post ?code|postal)\b/, ({ random }) => String(between(10_000, 99_999, random))],
  [
    /\b(street|address line( 1)?|address 1|line 1)\b/,
    ({ random }) => `${between(2, 98, random)} ${pick(words.streets, random)}`,
  ],
  [
    /\baddress\b(?!.*\b(ip|mail)\b)/,
    (member) => `${between(2, 98, member.random)} ${pick(words.streets, member.random)}, ${member.record.place().city}`,
  ],
  [/\bip\b/, ({ random }) => `192.0.2.${between(1, 254, random)}`],
  [/\b(country|nationality)\b/, ({ record }) => record.place().country],
  [/\bcontinent\b/, ({ record }) => record.place().timeZone.split("/")[0]],
  [/\b(city|cities|town|capital|municipality|destination|origin)\b/, ({ record }) => record.place().city],
  [/\b(location|place|venue|where)\b/, (member) => located(member, member.record.place().city)],
  [/\b(week ?day|day of week|day of the week)\b/, ({ random }) => pick(weekdays, random)],
  [/\bmonth\b/, ({ random }) => pick(monthNames, random)],
  [
    /\b(created|updated|modified|published|deleted|sent|received|logged)( at| on)?$|\btime ?stamp\b|\bdate ?time\b|\b(starts?|ends?|expires?) at\b/,
    (member) => stringOfFormat("date-time", member),
  ],
  [timeOnly, ({ random }) => clock(random)],
  [
    dateName,
    (member) =>
      member.name === "start" || member.name === "end" || !/\bduration\b/.test(member.name)
        ? stringOfFormat("date", member)
        : undefined,
  ],
  [/\bduration\b/, ({ random }) => pick(["45 minutes", "2 hours", "3 days", "90 minutes"], random)],
  [/\b(first|given) ?name\b/, ({ record }) => record.person().first],
  [/\b(last|family) ?name\b|\bsurname\b/, ({ record }) => record.person().last],
  [
    /\b(user ?name|handle|login|nick ?name|screen name)\b/,
    ({ record }) => asciiOf(`${record.person().first}.${record.person().last}`),
  ],
  [
    /\b(company|organi[sz]ation|employer|brand|vendor|supplier|manufacturer|publisher|airline|merchant|store|shop)\b/,
    ({ random }) => pick(words.companies, random),
  ],
  [
    /\b(hotel|accommodation|restaurant|cafe)\b( name)?$/,
    ({ random }) => `${capital(pick(words.adjectives, random))} ${capital(pick(words.nouns, random))}`,
  ],
  [
    /\b(file ?name|file|path|attachment)\b/,
    ({ random }) => `${pick(words.nouns, random)}-${between(1, 40, random)}.pdf`,
  ],
  [/\b(job|occupation|profession|position)\b|\bjob title\b/, ({ random }) => pick(words.jobs, random)],
  [/\brole\b/, ({ random }) => pick(["editor", "viewer", "owner", "member"], random)],
  [/\b(department|team)\b/, ({ random }) => pick(words.departments, random)],
  [/\bgender\b/, ({ random }) => pick(["female", "male", "non-binary"], random)],
  [/\b(ingredients?)\b/, (member) => oneOf(words.fruit, member)],
  [/\b(dish|recipe|meal|menu)\b/, (member) => oneOf(words.dishes, member)],
  [/\b(book|novel|isbn)\b.*\b(name|title)\b|\bbook\b/, (member) => oneOf(words.books, member)],
  [
    /\bisbn\b/,
    ({ random }) => `978-1-${between(1000, 9999, random)}-${between(1000, 9999, random)}-${between(0, 9, random)}`,
  ],
  [/\b(product|item|article|goods)\b( name| title)?$/, (member) => oneOf(words.products, member)],
  [
    /\b(colou?rs?)\b/,
    (member) => oneOf(/hex|#/.test(`${member.name} ${member.description}`) ? words.hexColours : words.colours, member),
  ],
  [/\b(status|state)\b/, ({ random }) => pick(words.statuses, random)],
  [/\b(priority|severity|urgency|difficulty|level)\b/, ({ random }) => pick(words.priorities, random)],
  [/\bsentiment\b/, ({ random }) => pick(["positive", "neutral", "negative"], random)],
  [/\b(condition|conditions|weather|forecast|sky)\b/, ({ random }) => pick(words.conditions, random)],
  [
    /\bunits?\b/,
    ({ description, name, parent, random }) =>
      /ingredient/.test(parent)
        ? pick(["g", "ml", "pieces", "tablespoons"], random)
        : /temp|celsius/.test(`${name} ${description}`)
          ? "celsius"
          : pick(words.units, random),
  ],
  [/\b(tags?|labels?|keywords?|hashtags?)\b/, (member) => oneOf(words.tags, member)],
  [/\b(category|categories|genre|type|kind|section)\b/, ({ random }) => pick(words.categories, random)],
  [/\bversion\b/, ({ random }) => `${between(1, 4, random)}.${between(0, 12, random)}.${between(0, 9, random)}`],
  [/\b(mime|media|content) type\b/, () => "application/pdf"],
  [/\bsize\b/, ({ random }) => pick(["S", "M", "L"], random)],
  [/\bemojis?\b/, ({ random }) => pick(["🌿", "🚀", "☕", "📘", "🎉"], random)],
  [/\b(expression|equation|formula|calculation)\b/, () => "12 * (3 + 4)"],
  [/\b(sql)\b/, ({ hints }) => queryFor(hints.text)],
  [
    /\b(code|snippet|script|source)\b$/,
    ({ name, random }) =>
      /^(code|snippet|script|source|source code)$/.test(name) && /code/.test(name) === false
        ? "print('Hello')"
        : codeMark(random),
  ],
  [/\b(hash|checksum|digest|sha)\b/, ({ random }) => hex(40, random)],
  [
    /^(amount|quantity)$/,
    ({ parent, record, random }) =>
      /ingredient/.test(`${parent} ${record.siblings}`)
        ? pick(["200 g", "2 tbsp", "150 ml", "1 pinch", "3 pieces"], random)
        : undefined,
  ],
  [
    /^(summary|overview|abstract|meta description)$/,
    ({ subject, index }) =>
      subject !== "" && index === 0 && subject.split(" ").length < 6
        ? `${capital(subject)} in a few words: where to begin, what matters most, and what to avoid.`
        : undefined,
  ],
  [/\b(price|cost|amount|total)\b/, ({ random }) => `${between(9, 240, random)}.${between(10, 99, random)}`],
  [/\b(id|identifier|key|token|reference|ref|sku|number|no)\b/, idOf],
  [/\b(steps?|instructions?|tasks?|todos?|actions?|todo items?)\b/, (member) => oneOf(tasks, member)],
  [queryName, ({ subject }) => capital(subject)],
  [/\b(title|headline|heading)\b/, titleOf],
  [/\bname\b/, nameOf],
  [personName, fullName],
  [
    /\b(reason|explanation|answer|rationale|reasoning|thought|conclusion|analysis)\b/,
    ({ subject, random }) => `For ${subject}, this is the most likely reading. ${pick(words.sentences, random)}`,
  ],
  [
    /\b(description|summary|text|content|body|message|comments?|notes?|review|bio|about|feedback|details|abstract|overview|paragraph|caption|quote|value|response|reply)\b/,
    (member) => sentencesOf(member, /\b(summary|body|content|bio|overview|abstract)\b/.test(member.name) ? 70 : 1),
  ],
];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthNames = ["January", "March", "May", "June", "September", "November"];
const tasks = [
  "Write down what is needed",
  "Heat the water",
  "Mix everything well",
  "Check the result",
  "Let it rest for ten minutes",
  "Serve while it is fresh",
  "Note what to change next time",
];

/** One of a list; elements of the same array take one after the other. */
function oneOf(list: readonly string[], { random, index, start }: Member): string {
  return (start === undefined ? undefined : list[(start + index) % list.length]) ?? pick(list, random);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const clock = (random: Random) =>
  `${String(between(7, 20, random)).padStart(2, "0")}:${pick(["00", "15", "30", "45"], random)}`;
const birthDate = (random: Random) =>
  `${between(1955, 2004, random)}-${String(between(1, 12, random)).padStart(2, "0")}-${String(between(1, 28, random)).padStart(2, "0")}`;
const asciiOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[^\w.]/g, "")
    .toLowerCase();
const slug = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
const hex = (digits: number, random: Random) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
const codeMark = (random: Random) => `${pick(["AB", "KX", "MT", "QR"], random)}-${between(1000, 9999, random)}`;

/** A UUID of version 4. */
export function uuid(random: Random): string {
  return `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`;
}

function emailOf({ record }: Member): string {
  const { first, last } = record.person();
  return `${asciiOf(first)}.${asciiOf(last)}@example.com`;
}

function urlOf(member: Member): string {
  if (/\b(image|avatar|photo|picture|thumbnail|icon|logo)\b/.test(`${member.parent} ${member.name}`))
    return imageOf(member);
  const topic = slug(member.subject).split("-").slice(0, 6).join("-");
  return `https://${pick(["www", "docs", "news"], member.random)}.example.com/${topic === "" ? slug(pick(words.nouns, member.random)) : topic}`;
}

function imageOf({ random }: Member): string {
  return `https://images.example.com/${slug(pick(words.products, random))}.jpg`;
}

/** The prompt's place as the member wants it: with the country where the description asks for it. */
function located({ description }: Member, name: string): string {
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

const localeOf = ({ language, countryCode }: words.Place) => `${words.languageCodes[language] ?? "en"}-${countryCode}`;

function fullName({ record, name, index, random }: Member): string {
  // An element of a list of names is nobody who is known already.
  const isMember = record.siblings.split(" ").includes(name.split(" ")[0] ?? "");
  const { first, last } =
    isMember || index === 0
      ? record.person()
      : { first: pick(words.firstNames, random), last: pick(words.lastNames, random) };
  return `${first} ${last}`;
}

function idOf({ name, parent, random }: Member): string {
  const [prefix = "id"] = (
    name.replace(/\b(id|identifier|key|token|reference|ref|number|no)\b/g, "").trim() ||
    parent ||
    "id"
  ).split(" ");
  const digits = Array.from({ length: 8 }, () => "23456789abcdefghjkmnpqrstuvwxyz"[Math.floor(random() * 31)]).join("");
  return `${prefix.slice(0, 4)}_${digits}`;
}

function titleOf(member: Member): string {
  const { record, parent, subject, random, index } = member;
  const { siblings } = record;
  if (/\b(attendees?|participants|duration|start|location)\b/.test(siblings)) {
    const about = /\babout (?:the |our |an? )?([^.,!?\n]{3,40})/i.exec(member.hints.text)?.[1];
    if (about !== undefined) return capital(about);
  }
  if (/\b(author|isbn|pages|publisher)\b/.test(siblings) || /book/.test(parent)) return oneOf(words.books, member);
  if (/\b(price|sku|stock)\b/.test(siblings)) return oneOf(words.products, member);
  if (/\b(ingredients?|servings)\b/.test(siblings)) return oneOf(words.dishes, member);
  if (/\b(due|done|completed|assignee|priority)\b/.test(siblings)) return oneOf(tasks, member);
  return subject === "" || index > 0
    ? `The ${pick(words.adjectives, random)} ${pick(words.nouns, random)}`
    : capital(subject);
}

/** Whose name it is, by what it is in and what is beside it. */
function nameOf(member: Member): string {
  const { parent, record, random, description } = member;
  const about = `${parent} ${description}`;
  const { siblings } = record;
  if (/\b(cit(y|ies)|town|capital)\b/.test(about)) return record.place().city;
  if (/\bcountr(y|ies)\b/.test(about)) return record.place().country;
  if (/\b(compan(y|ies)|organi[sz]ation|vendor|brand|employer)\b/.test(about)) return pick(words.companies, random);
  if (/\bingredients?\b/.test(about)) return oneOf(words.fruit, member);
  if (/\b(recipe|dish|meal)s?\b/.test(about) || /\b(ingredients|servings)\b/.test(siblings))
    return oneOf(words.dishes, member);
  if (/\bcolou?rs?\b/.test(about)) return oneOf(words.colours, member);
  if (/\b(product|item|article)s?\b/.test(about) || /\b(price|sku|stock|quantity)\b/.test(siblings))
    return oneOf(words.products, member);
  if (/\b(book|novel)s?\b/.test(about)) return oneOf(words.books, member);
  if (/\b(latitude|population|country)\b/.test(siblings) && !/\b(age|email)\b/.test(siblings))
    return record.place().city;
  if (/\b(event|project|team|task|course|playlist|file|category|feature|metric|plan)s?\b/.test(about)) {
    return `${capital(pick(words.adjectives, random))} ${pick(words.nouns, random)}`;
  }
  return fullName(member);
}
