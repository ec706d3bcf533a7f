import { pick, type Random } from "../../random.js";
import { between, dateName, type Member, personName, queryName, timeOnly } from "./member.js";
import { capital, fullName, idOf, nameOf, oneOf, tasks, titleOf } from "./names-and-titles.js";
import { located } from "./string-from-prompt.js";
import { asciiOf, clock, emailOf, hex, imageOf, stringOfFormat, urlOf, uuid } from "./string-of-format.js";
import { topicOf } from "./topics.js";
import * as words from "./words.js";

/** A text for a member, or undefined where the rule does not know one. */
type Maker = (member: Member) => string | undefined;

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

/** A sentence or a few, until there are so many characters. */
export function sentencesOf(member: Pick<Member, "random">, leastCharacters = 1): string {
  let text = pick(words.sentences, member.random);
  while (text.length < leastCharacters) text += ` ${pick(words.sentences, member.random)}`;
  return text;
}

const rules: [RegExp, Maker][] = [
  [/\be ?mails?\b|^b?cc$/, emailOf],
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
  [
    /\bflight( number| no)?$/,
    ({ random }) => `${pick(["LH", "BA", "AF", "SK", "IB"], random)} ${between(100, 2999, random)}`,
  ],
  [
    /\b(passport|id card|licen[sc]e)( number| no)?$/,
    ({ random }) => `${pick(["C", "L", "X"], random)}${between(10_000_000, 99_999_999, random)}`,
  ],
  [
    /\b(airport|iata)\b/,
    ({ name, record, random }) =>
      /\b(arrival|destination|to)\b/.test(name)
        ? pick(
            words.places.filter(({ airport }) => airport !== record.place().airport),
            random,
          ).airport
        : record.place().airport,
  ],
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
  [
    /\b(repository|repo)\b/,
    ({ random }) => `${pick(["acme", "harbour", "northlight"], random)}/${pick(words.nouns, random)}`,
  ],
  [/\b(cwd|folder|directory|dir|working dir)\b/, () => "/workspace"],
  [/\bbranch\b/, () => "main"],
  [/\b(command|cmd)\b/, ({ random }) => pick(["ls -la", "git status", "npm test"], random)],
  [/^(old|new) (str|string|text|content|code)$/, ({ name }) => `const retries = ${name.startsWith("old") ? 3 : 5};`],
  [/\b(options?|choices?|alternatives?)\b/, (member) => (member.start === undefined ? undefined : optionOf(member))],
  [
    /\bquestion$/,
    (member) =>
      member.start !== undefined || /\b(options?|choices?|answers?)\b/.test(member.record.siblings)
        ? oneOf(quizQuestions, member).replace("{s}", () => member.subject || "the text")
        : undefined,
  ],
  [/\b(ticker)\b/, () => "ACME"],
  [/\btoppings?\b/, (member) => oneOf(["mushrooms", "olives", "basil", "peppers"], member)],
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
  [/\bset ?up\b/, ({ record }) => (/\bpunch ?line\b/.test(record.siblings) ? record.joke().setup : undefined)],
  [/\bpunch ?line\b/, ({ record }) => record.joke().punchline],
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
        ? pick(
            /\bunit\b/.test(record.siblings)
              ? ["200", "2", "150", "1", "3"]
              : ["200 g", "2 tbsp", "150 ml", "1 pinch", "3 pieces"],
            random,
          )
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

const quizQuestions = [
  "Which of these belongs to {s}?",
  "What comes first when you look at {s}?",
  "Which statement about {s} is true?",
  "What is most often misunderstood about {s}?",
  "What would you explain first about {s}?",
];

/** An answer to choose: a thing of the subject where there is a list of them. */
function optionOf(member: Member): string {
  const rows = topicOf(member.subject)?.rows;
  return oneOf(rows === undefined ? plainOptions : rows.map(([name = ""]) => name), member);
}

const plainOptions = ["The first of them", "The second of them", "Both of them", "Neither of them", "It depends"];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const monthNames = ["January", "March", "May", "June", "September", "November"];

/** `How many orders …?` as a count of them, else a short list. */
function queryFor(text: string): string {
  const counted = /\bhow many (?:\p{Ll}+ )?(orders|customers|users|sales|rows|products)\b/iu.exec(text)?.[1];
  if (counted !== undefined) return `SELECT COUNT(*) FROM ${counted.toLowerCase()}`;
  return "SELECT id, name FROM customers ORDER BY name LIMIT 10";
}

const localeOf = ({ language, countryCode }: words.Place) => `${words.languageCodes[language] ?? "en"}-${countryCode}`;

const codeMark = (random: Random) => `${pick(["AB", "KX", "MT", "QR"], random)}-${between(1000, 9999, random)}`;
