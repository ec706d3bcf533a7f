// Data: things that people ask a model to list, with what a table says of them.
import { places } from "./words.js";

/** Things of one kind, a row each; the first cell is the name. */
export interface Topic {
  /** Words of a subject that mean it. */
  pattern: RegExp;
  columns: string[];
  rows: string[][];
}

const topic = (pattern: RegExp, columns: string, rows: string): Topic => ({
  pattern,
  columns: columns.split("|"),
  rows: rows.split("\n").map((line) => line.split("|")),
});

export const topics: readonly Topic[] = [
  topic(
    /\bdays of the week\b|\bweekdays\b/i,
    "Day|Place in the week",
    "Monday|1st\nTuesday|2nd\nWednesday|3rd\nThursday|4th\nFriday|5th\nSaturday|6th\nSunday|7th",
  ),
  topic(
    /\bmonths of the year\b|\bthe months\b/i,
    "Month|Days",
    "January|31\nFebruary|28 or 29\nMarch|31\nApril|30\nMay|31\nJune|30\nJuly|31\nAugust|31\nSeptember|30\nOctober|31\nNovember|30\nDecember|31",
  ),
  topic(
    /\bcontinents?\b/i,
    "Continent|Area (million km²)",
    "Asia|44.6\nAfrica|30.4\nNorth America|24.7\nSouth America|17.8\nAntarctica|14.2\nEurope|10.5\nAustralia|7.7",
  ),
  topic(
    /\bplanets?\b|solar system/i,
    "Planet|Diameter (km)|Moons|Day length",
    "Mercury|4,879|0|176 days\nVenus|12,104|0|117 days\nEarth|12,756|1|24 hours\nMars|6,792|2|24.7 hours\nJupiter|142,984|95|9.9 hours\nSaturn|120,536|146|10.7 hours\nUranus|51,118|28|17.2 hours\nNeptune|49,528|16|16.1 hours",
  ),
  topic(
    /\brivers?\b/i,
    "River|Length (km)|Mouth",
    "Danube|2,850|Black Sea\nRhine|1,230|North Sea\nLoire|1,006|Bay of Biscay\nElbe|1,094|North Sea\nRhône|813|Mediterranean Sea\nTagus|1,007|Atlantic Ocean\nVistula|1,047|Baltic Sea\nPo|652|Adriatic Sea\nSeine|777|English Channel\nThames|346|North Sea",
  ),
  topic(
    /\bmountains?\b|\bpeaks?\b/i,
    "Mountain|Height (m)|Range",
    "Mount Everest|8,849|Himalayas\nK2|8,611|Karakoram\nAconcagua|6,961|Andes\nDenali|6,190|Alaska Range\nKilimanjaro|5,895|Eastern Rift\nMont Blanc|4,806|Alps\nMatterhorn|4,478|Alps\nGaldhøpiggen|2,469|Scandinavian Mountains",
  ),
  topic(
    /\boceans?\b/i,
    "Ocean|Area (million km²)|Deepest point (m)",
    "Pacific|168.7|10,935\nAtlantic|85.1|8,376\nIndian|70.6|7,290\nSouthern|21.9|7,432\nArctic|15.6|5,567",
  ),
  topic(
    /\bprogramming languages?\b/i,
    "Language|First release|Typing|Common use",
    "Python|1991|dynamic|data and scripting\nJavaScript|1995|dynamic|web pages\nTypeScript|2012|static|large web apps\nRust|2015|static|systems\nGo|2009|static|servers\nJava|1995|static|enterprise software\nRuby|1995|dynamic|web back ends\nSwift|2014|static|mobile apps\nKotlin|2011|static|Android apps\nC|1972|static|operating systems",
  ),
  topic(
    /\bhttp status\b|\bstatus codes?\b/i,
    "Code|Name|Meaning",
    "200|OK|The request succeeded\n201|Created|A resource was created\n204|No Content|Success without a body\n301|Moved Permanently|Use the new address\n400|Bad Request|The request is malformed\n401|Unauthorized|Credentials are missing\n403|Forbidden|Not allowed\n404|Not Found|There is nothing here\n429|Too Many Requests|Slow down\n500|Internal Server Error|The server failed",
  ),
  topic(
    /\bhttp methods?\b|\bhttp verbs?\b/i,
    "Method|Purpose|Safe",
    "GET|Read a resource|yes\nPOST|Create or act|no\nPUT|Replace a resource|no\nPATCH|Change parts|no\nDELETE|Remove a resource|no\nHEAD|Read headers only|yes",
  ),
  topic(
    /\bfruits?\b/i,
    "Fruit|Colour|Season|Calories per 100 g",
    "Apple|red or green|autumn|52\nBanana|yellow|all year|89\nOrange|orange|winter|47\nStrawberry|red|early summer|32\nBlueberry|blue|summer|57\nPear|green|autumn|57\nMango|yellow|summer|60\nGrape|purple|autumn|69\nCherry|dark red|summer|63\nKiwi|green|winter|61",
  ),
  topic(
    /\bvegetables?\b/i,
    "Vegetable|Colour|Season",
    "Carrot|orange|all year\nSpinach|green|spring\nBroccoli|green|autumn\nTomato|red|summer\nPumpkin|orange|autumn\nAsparagus|green or white|spring\nBeetroot|dark red|autumn\nPepper|red, yellow or green|summer",
  ),
  topic(
    /\banimals?\b|\bmammals?\b|\bpets?\b/i,
    "Animal|Class|Diet|Lifespan (years)",
    "Elephant|mammal|plants|60\nEagle|bird|fish and small animals|25\nSalmon|fish|insects and fish|5\nTortoise|reptile|plants|100\nFox|mammal|mixed|4\nOwl|bird|mice|10\nDolphin|mammal|fish|40\nFrog|amphibian|insects|8\nHorse|mammal|grass|27\nHedgehog|mammal|insects|5",
  ),
  topic(
    /\bcolou?rs?\b/i,
    "Colour|Hex|Mood",
    "Teal|#008080|calm\nCoral|#ff7f50|warm\nNavy|#000080|serious\nOlive|#808000|natural\nAmber|#ffbf00|lively\nIndigo|#4b0082|deep\nCrimson|#dc143c|bold\nSlate|#708090|neutral",
  ),
  topic(
    /\bsports?\b/i,
    "Sport|Players|Equipment",
    "Football|11 a side|ball and goals\nTennis|2 or 4|racket and ball\nBasketball|5 a side|ball and hoops\nVolleyball|6 a side|ball and net\nRowing|1 to 8|boat and oars\nBadminton|2 or 4|racket and shuttlecock\nRugby|15 a side|oval ball\nCurling|4 a side|stones and brooms",
  ),
  topic(
    /\b(?:musical )?instruments?\b/i,
    "Instrument|Family|Range",
    "Violin|strings|high\nCello|strings|low\nFlute|woodwind|high\nClarinet|woodwind|middle\nTrumpet|brass|middle\nTrombone|brass|low\nTimpani|percussion|low\nHarp|strings|wide",
  ),
  topic(
    /\b(?:chemical )?elements?\b|periodic table/i,
    "Element|Symbol|Atomic number",
    "Hydrogen|H|1\nHelium|He|2\nCarbon|C|6\nNitrogen|N|7\nOxygen|O|8\nSodium|Na|11\nIron|Fe|26\nCopper|Cu|29\nSilver|Ag|47\nGold|Au|79",
  ),
  topic(
    /\bprime(?: number)?s?\b/i,
    "Prime|Position|Next gap",
    "2|1st|1\n3|2nd|2\n5|3rd|2\n7|4th|4\n11|5th|2\n13|6th|4\n17|7th|2\n19|8th|4\n23|9th|6\n29|10th|2",
  ),
  {
    pattern: /\bcapitals?\b|\bcountries\b|\bcountry\b|\beurope\b/i,
    columns: ["Country", "Capital", "Currency", "Language"],
    rows: places
      .filter(({ isCapital }) => isCapital)
      .map(({ country, city, currency, language }) => [country, city, currency, language]),
  },
  {
    pattern: /\bcit(?:y|ies)\b|\bdestinations?\b|\bairports?\b/i,
    columns: ["City", "Country", "Airport", "Time zone"],
    rows: places.map(({ city, country, airport, timeZone }) => [city, country, airport, timeZone]),
  },
];

const continents: [RegExp, zones: RegExp][] = [
  [/\beurope(?:an)?\b/i, /^(?:Europe|Atlantic)/],
  [/\basian?\b/i, /^Asia/],
  [/\bafrican?\b/i, /^Africa/],
  [/\bsouth americ/i, /Argentina/],
  [/\bamericas?\b/i, /^America/],
];

/** The topic that a subject is about, of one continent where it names that; undefined where the table has none. */
export function topicOf(subject: string): Topic | undefined {
  const topic = topics.find(({ pattern }) => pattern.test(subject));
  const zones = continents.find(([named]) => named.test(subject))?.[1];
  const [kind] = topic?.columns ?? [];
  if (topic === undefined || zones === undefined || (kind !== "Country" && kind !== "City")) return topic;
  const inside = new Set(
    places.filter(({ timeZone }) => zones.test(timeZone)).flatMap((place) => [place.city, place.country]),
  );
  return { ...topic, rows: topic.rows.filter(([name = ""]) => inside.has(name)) };
}
