import type { Member } from "./member.js";

/** Names of members, and where a prompt has the words for them; the first group is the value. */
const places: [name: RegExp, words: RegExp][] = [
  [/\b(files?|paths?|filename)\b/, /(?<![\w/:.])((?:[\w.-]+\/)+[\w.-]*\w|[\w-]+\.[a-z]{2,4})(?![\w/@])/],
  [/\b(cwd|folder|directory|dir|path)\b/, /\b(?:in|from|of) (?:the )?([\w./-]+) (?:folder|directory)\b/i],
  [/\b(head|source)( branch)?$/, /\bfrom ((?:[\w.-]+\/)*[\w.-]+) (?:in)?to\b/i],
  [/\b(base|target)( branch)?$/, /\b(?:in)?to (?:the )?((?:[\w.-]+\/)*[\w-]+)(?: branch)?[.!?]*$/i],
  [/\bbranch\b/, /\b((?:[\w.-]+\/)*[\w-]+) branch\b/i],
  [/\b(command|cmd)\b/, /^(?:please )?(?:run|execute) [“"'`]?([^“”"'`]{2,200}?)[”"'`]?[.!]*$/i],
  [/\b(pattern|regex|needle)\b/, /\b(?:search|grep|look) for ["'`]?(\S+?)["'`]?(?: in\b|[.!?]*$)/i],
  [/\blist( name)?$/, /\b(?:my|the|our) ([\p{L}-]+(?: [\p{L}-]+)?) list\b/u],
  [
    /^(title|summary)$/,
    /\b(?:ticket|issue|task|bug|story) (?:for|about|to) (?:the )?([^.!?\n]{3,100}?)(?= and\b| with\b|[.!?]|$)/i,
  ],
  [
    /\b(old|find)( str(ing)?| text| name| value)?$/,
    /\b(?:rename|replace|change) ["“`']?([^\s"”`']{1,80})["”`']? (?:to|with|by|into)\b/i,
  ],
  [
    /\b(new|replace)( str(ing)?| text| name| value)?$/,
    /\b(?:rename|replace|change) \S{1,80} (?:to|with|by|into) ["“`']?([^\s"”`']{1,80}?)["”`']?(?=[\s.,!?]|$)/i,
  ],
  [
    /\b(company|vendor|supplier|seller|issuer|merchant|employer|organi[sz]ation|customer|client)( name)?$/,
    /((?:\p{Lu}[\p{L}&'’-]* ){1,3}(?:GmbH|AG|Inc|Ltd|LLC|Corp|SA|SAS|BV|Oy|AB|plc))\b/u,
  ],
  [/\bchannel\b/, /(#[\w-]+)/],
  [/\b(ticker|symbol)\b/, /\b([A-Z]{2,5})\b(?!.*\b[A-Z]{2,5}\b)/],
  [/\bsize\b/, /\bsize (\w{1,5})\b/i],
  [/\bcolou?r\b/, /\b(red|orange|yellow|green|blue|purple|pink|brown|black|white|gr[ae]y|navy|beige|gold|silver)\b/i],
  [
    /\b(room|area|zone|device|lamp|light|lock|door)\b/,
    /\b((?:living|dining|bath|bed|guest) ?room|kitchen|hallway|office|garage|garden|basement|(?:front|back|garage|main) door|thermostat)\b/i,
  ],
  [/\b(reason|cause)\b/, /\b(?:because|since) ([^.!?\n]{3,120})/i],
  [/\b(artist|singer|band|composer)\b/, /\bby ((?:\p{Lu}[\p{L}'’-]+ ?){1,4})/u],
  [/\b(genre|style of music)\b/, /\b(jazz|rock|pop|classical|blues|hip[- ]hop|techno|folk|metal|soul|country)\b/i],
  [
    /\b(restaurant|hotel|venue|company|employer|organi[sz]ation)\b/,
    /\bat (\p{Lu}[\p{L}'’&-]+(?: \p{Lu}[\p{L}'’&-]+)*)/u,
  ],
  [/\b(occupation|job|profession|job title)\b/, /, ((?:\p{Ll}+ ){0,2}\p{Ll}+(?:er|or|ist|ian|ant|yst|ect))\b/u],
  [/\bstyle\b/, /\bin (?:an? |the )?([\p{L}-]+(?: [\p{L}-]+)?) style\b/iu],
  [
    /\b(address|street)\b/,
    /\b(\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Way|Boulevard))\b/u,
  ],
  [
    /\b(deal|project|opportunity)( name)?$/,
    /\b(?:deal|project|opportunity) ((?:\p{Lu}\p{L}+)(?: (?!to\b|stage\b|with\b)[\p{L}\d]+)?)/u,
  ],
  [
    /\b(prompt|image|picture)( description)?$/,
    /\b(?:image|picture|photo|drawing|illustration|logo) of ([^.!?\n]{3,200})/i,
  ],
  [/\borigin\b|\bfrom\b/, /\bfrom (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)/u],
  [/\bdestination\b/, /\bto (the \p{Ll}+|\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)/u],
];

const reminded =
  /\bremind me (?:to|about|that) (.{3,120}?)(?= (?:at|on|in|tomorrow|today|next|every|before|when)\b|[.!?]*$)/i;
const titleOfEvent =
  /\b((?:[\p{L}'’-]+ )?(?:meeting|call|lunch|dinner|breakfast|appointment|interview|workshop|party|stand-?up|review|sync|coffee|webinar)(?: (?:with|about|on) (?!mon|tues|wednes|thurs|fri|satur|sun)[\p{L}'’ ]+?)?)(?= (?:tomorrow|today|tonight|on|at|next|this|for|to|from|in)\b|[.,!?]|$)/iu;
const leading = /^(?:a|an|the|my|our|new|schedule|book|create|plan|set up|arrange|move|cancel|add) /i;

/** The words that a prompt has for a member, by what stands around them: `src/index.ts` for a path, `#general` for a channel. */
export function wordsOfPrompt({ name, index, hints, record }: Member): string | undefined {
  const { text } = hints;
  if (/\b(items?|toppings?|products?|ingredients?|groceries|things)\b/.test(name) && index < 20) {
    const item = enumeratedIn(text)[index];
    if (item !== undefined) return item;
  }
  if (index > 0) return undefined;
  if (/^(text|task|title|note|reminder|description|label)$/.test(name)) {
    const said = reminded.exec(text)?.[1];
    if (said !== undefined) return capital(said);
  }
  if (
    /^(title|summary|name|event name|subject)$/.test(name) &&
    /\b(start|attendees?|duration|location|end)\b/.test(record.siblings)
  ) {
    let title = titleOfEvent.exec(text)?.[1];
    for (let round = 0; round < 3; round += 1) title = title?.replace(leading, "");
    if (title !== undefined) return capital(title);
  }
  for (const [called, words] of places) {
    const found = called.test(name) ? words.exec(text)?.[1]?.trim() : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `milk, eggs and bread` as three things. */
export function enumeratedIn(text: string): string[] {
  for (const [, run = ""] of text.matchAll(listBeginning)) {
    const last = run.indexOf(" and ");
    const end = run.slice(Math.max(0, last)).search(/ (?:to|on|from|into|for|in)\b/i);
    const list = end === -1 ? run : run.slice(0, Math.max(0, last) + end);
    const things = list.split(/, ?(?:and )?| and /).map((one) => one.replace(/^(?:some|the|a|an) /i, "").trim());
    const isList = last !== -1 || things.length > 2;
    if (isList && things.every((one) => one.length > 0 && one.length <= 40)) return things;
  }
  return [];
}

const listBeginning = /\b(?:add|buy|get|order|need|put|pack|remove|with) ([\p{L}\d', -]{2,})/giu;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
