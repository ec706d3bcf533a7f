import { named } from "./member.js";
import type { Kind } from "./prompt.js";

/**
 * Names of members, or words of their descriptions, the text that each gets, and the things of a prompt that come before
 * it. In a text `{1-9}` is a number of that range, `{a|b}` one of several, which elements of a list take in turn, and
 * `{city}` a fact of the object.
 */
type Row = readonly [names: string, template: string, kinds?: string];

const moment = "{day}T{time}:00Z";
const url = "https://www.example.com/{path}";
const books = "{The Salt Road|A Map of Quiet Places|Nine Lanterns|The Clockmaker's Garden|Winter Harbour}";
const products =
  "{Walnut desk lamp|Trail running shoes|Wireless headphones|Linen shirt|Cast-iron pan|Folding bicycle|Rain jacket}";
const foods = "{apples|bread|olive oil|tomatoes|basil|rice|lemons|chickpeas|butter|garlic|flour|eggs}";
const dishes = "{Lemon risotto|Tomato soup|Chickpea curry|Mushroom pie|Herb omelette|Pasta al limone}";
const colors = "{teal|coral|navy|olive|amber|ivory|crimson|slate|indigo|sage}";
const tasks =
  "{Write down what is needed|Heat the water|Mix everything well|Check the result|Let it rest for ten minutes|Serve while it is fresh}";

/** The first that fits a name is taken. Common words of other languages stand beside the English ones. */
export const texts = read([
  ["^(?:iso )?time format", "{time}:00Z"],
  ["duration format", "{PT30M|PT1H|PT1H30M|P1D|P3D}"],
  ["hostname format", "{noun}.example.com"],
  ["[ui]ri (?:reference|template) format", "/{noun}"],
  ["relative json pointer format", "1/0"],
  ["json pointer format", "/{noun}/0"],
  ["json pointer uri fragment format", "#/{noun}/0"],
  ["regex format", "^[a-z]+$"],
  ["byte format", "aGFyYm91cg=="],
  ["ipv6", "2001:db8::{1-9}"],
  ["ip(?:v4)?", "192.0.2.{1-254}"],
  ["e ?mails?|b?cc|correo|courriel", "{user}@example.com", "email"],
  ["recipients?", "{name}", "email person"],
  ["image|avatar|photo|picture|thumbnail|icon|logo", "https://images.example.com/{noun}.jpg", "url"],
  ["[ui]ri|url|links?|href|website|homepage|web page", url, "url"],
  ["phone|mobile|telephone|tel|fax|telefon|téléphone|teléfono", "+1 555 01{10-99}"],
  ["uuid|guid", "{uuid}"],
  ["country code|iso country|country iso", "{countryCode}"],
  ["currency|währung", "{currency}", "currency"],
  ["time ?zone|tz", "{timeZone}"],
  ["locale", "{languageCode}-{countryCode}"],
  ["(?:source|from|input) lang(?:uage)?", "English"],
  ["lang|languages?|sprache|langue|idioma", "{language}", "language"],
  ["(?:passport|id card)(?: number| no)?$", "{C|L|X}{10000000-99999999}"],
  ["flight(?: number| no)?$", "{LH|BA|AF|SK} {100-2999}"],
  ["(?:arrival|destination|to) (?:airport|iata)", "{otherAirport}", "to place"],
  ["airport|iata", "{airport}", "from place"],
  ["zip|post ?code|postal|plz", "{10000-99999}"],
  ["street|address line(?: 1)?|address 1|line 1|stra(?:ß|ss)e|rue|calle", "{2-98} {street}", "street"],
  ["address(?!.*(?:ip|mail))|adresse|dirección", "{2-98} {street}, {city}", "street place"],
  ["country|nationality|land|pays|país", "{country}", "place"],
  ["week ?day|day of (?:the )?week", "{Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday}"],
  ["month", "{January|March|May|June|September|November}"],
  ["(?:created|updated|modified|published|deleted|sent|received|logged)(?: at| on)?$", moment],
  ["time ?stamp|date ?time|(?:starts?|ends?|expires?) at", moment],
  ["(?:time|hour)(?!.*zone)", "{time}", "time"],
  ["birth|born|dob|birthday", "{1955-2004}-0{1-9}-{10-28}", "date"],
  ["(?:departure|arrival)$|date|day|deadline|due|until|start|end|starts|ends", "{day}", "date"],
  ["check ?in|check ?out|return|expires?|when|on$|datum|fecha|anreise|abreise", "{day}", "date"],
  ["from|origin", "{located}", "currency from place"],
  ["to|destination|arrival", "{located}", "email currency to place"],
  ["source|base", "{Adjective} {noun}", "currency from"],
  ["target|quote", "{Adjective} {noun}", "quote currency to"],
  ["city|cities|town|capital|location|place|where|stadt|ort|ville|ciudad", "{located}", "place"],
  ["duration", "{45 minutes|2 hours|3 days|90 minutes}"],
  ["(?:first|given) ?name|vorname|prénom", "{first}"],
  ["(?:last|family) ?name|surname|nachname|apellido", "{last}"],
  ["user ?name|handle|login|nick ?name|screen name", "{user}"],
  ["restaurant|hotel|venue", "{company}", "host"],
  ["company|organi[sz]ation|employer|vendor|supplier|firma|entreprise", "{company}", "company host"],
  ["brand|manufacturer|publisher|airline|merchant|store|shop", "{company}", "company"],
  ["file ?name|files?|paths?|attachment", "{noun}-{1-40}.pdf", "path"],
  ["command|cmd|snippet|script", "{ls -la|git status|npm test}"],
  ["options?|choices?|alternatives?", "{The first of them|The second of them|Both of them|Neither|It depends}"],
  ["job|occupation|profession|position", "{Product designer|Software engineer|Teacher|Data analyst|Architect|Nurse}"],
  ["role", "{editor|viewer|owner|member}"],
  ["department|team", "{Engineering|Design|Sales|Support|Finance|Operations}"],
  ["ingredients?|groceries|toppings?", foods, "thing"],
  ["dish|recipe|meal|menu", dishes],
  ["book|novel", books],
  ["(?:products?|items?|article|goods|things)(?: name| title)?$", products, "thing"],
  ["hex colou?r|colou?r hex", "{#2a9d8f|#e76f51|#264653|#e9c46a|#6d597a|#457b9d}"],
  ["colou?rs?", colors, "color"],
  ["status|state", "{active|pending|completed|in progress|shipped|open|confirmed}"],
  ["priority|severity|urgency|difficulty|level", "{high|medium|low}"],
  ["sentiment", "{positive|neutral|negative}"],
  ["conditions?|weather|forecast|sky|wetter", "{partly cloudy|light rain|sunny|overcast|clear|windy}"],
  ["units?", "{g|ml|kg|pieces}"],
  ["tags?|labels?", "{new|popular|sale|featured|limited|travel|guide|weekly}"],
  ["keywords?|hashtags?", "{Subject}", "keyword"],
  ["category|categories|genre|type|kind|section", "{Home|Outdoor|Kitchen|Audio|Clothing|Books|Travel|Office}"],
  ["version", "{1-4}.{0-12}.{0-9}"],
  ["set ?up", "{setup}"],
  ["punch ?line", "{punchline}"],
  ["emojis?", "{🌿|🚀|☕|📘|🎉}"],
  ["expression|equation|formula|calculation", "12 * (3 + 4)", "expression"],
  ["ticker|symbol", "ACME", "ticker"],
  ["channel", "#general", "id"],
  ["price|cost|amount|total", "{9-240}.{10-99}"],
  ["code$", "{AB|KX|MT|QR}-{1000-9999}", "id"],
  ["id|identifier|key|token|reference|ref|sku|number|no|order|ticket|invoice", "{mark}", "id"],
  ["task|note|reminder", tasks, "quote said"],
  ["steps?|instructions?|tasks|todos?|actions?", tasks],
  ["question", "{question}", "quote"],
  ["query|queries|search|q|prompt|topic|term|theme", "{searched}", "quote about"],
  ["reason|cause", "For {subject}, this is the most likely. {sentence}", "said"],
  ["answer|explanation|rationale|thought|conclusion|analysis", "For {subject}, this is the most likely. {sentence}"],
  ["subject|headline|heading|phrase", "{title}", "quote about said"],
  ["title|titel|titre|título", "{title}", "quote about"],
  ["name|nombre|nom", "{titleOrName}", "person"],
  [
    "author|artist|customer|person|owner|assignee|contact|guest|attendees?|participants?|employee|patient",
    "{name}",
    "person email",
  ],
  ["passenger|speaker|host|manager|user|people|who|by|characters?|sender", "{name}", "person"],
  ["body|content", "{sentence} {sentence}", "quote said"],
  ["summary|bio|overview|abstract", "{sentence} {sentence}", "quote"],
  ["message|text|comments?|notes|reply", "{sentence}", "quote said"],
  ["description|review|about|feedback|details|paragraph|quote|value|beschreibung", "{sentence}"],
]);

/** The same for numbers. */
export const numbers = read([
  ["lat|latitude", "{latitude}"],
  ["lon|lng|long|longitude", "{longitude}"],
  ["confidence|probability|likelihood|ratio|relevance|similarity", "0.{50-99}"],
  ["(?:tax|vat|interest|discount) rate", "{0.05|0.07|0.1|0.19|0.2}"],
  ["salary|income|revenue|turnover", "{32-120}000"],
  ["price|cost|amount|fee|subtotal|budget|balance|charge|tax|spend|preis|prix|precio", "{5-240}.{5|9|95|99|25}"],
  ["percent|percentage|humidity|discount|progress|battery|chance|precipitation", "{5-95}"],
  ["rating|stars", "{3-4}.{0-9}"],
  ["score", "{60-98}"],
  ["age|alter|edad", "{19-72}"],
  ["year", "{1990-2026}"],
  ["month|hours?", "{1-12}"],
  ["time ?stamp|created|updated|expires", "{seconds}"],
  ["minutes?|duration|time", "{10|15|20|30|45|60|90}"],
  ["temp|temperature|feels like|high|low|celsius|degrees", "{4-29}"],
  ["days?|nights?|weeks?|tage|jours|días", "{1-7}"],
  ["guests?|people|persons?|adults|party|travell?ers|passengers|servings|seats|rooms|children|personen", "{1-6}"],
  ["population|followers|views|inhabitants", "{24-2400}000"],
  ["page", "1"],
  ["limit|top|max results|num results", "10"],
  ["(?:rank|index|position|order|step|line|number)$", "{ordinal}"],
  ["id|identifier", "{1000-9999}"],
  ["width|height|pixels|calories", "{12-70}0"],
  ["weight|mass|volume|litres|kg", "{0-17}.{1-9}"],
  ["distance|radius|length|depth|km|miles|elevation|altitude", "{2-80}5"],
  ["likes|clicks|sales|downloads", "{12-940}"],
  ["total", "{20-900}.5"],
]);

/** Titles and names of things, by what they are in, or else what is beside them. */
export const things = [
  ["cit(?:y|ies)|town|capital|stadt", "latitude|population", "{city}"],
  ["countr(?:y|ies)", "", "{country}"],
  ["compan(?:y|ies)|organi[sz]ation|vendor|brand|employer", "", "{company}"],
  ["ingredients?", "", foods],
  ["(?:recipe|dish|meal)s?", "ingredients?|servings", dishes],
  ["colou?rs?", "", colors],
  ["(?:book|novel)s?", "author|isbn|pages|publisher", books],
  ["(?:product|item|article)s?", "price|sku|stock|quantity", products],
  ["(?:task|todo)s?", "due|done|completed|assignee|priority", tasks],
  ["(?:event|project|team|course|playlist|file|category|feature|metric|plan)s?", "", "{Adjective} {noun}"],
].map(([inside = "", beside = "", template = ""]) => ({
  template,
  inside: named(inside),
  beside: beside === "" ? undefined : named(beside),
}));

/** Lists that templates name. */
export const lists: Readonly<Record<string, string>> = {
  noun: "harbour|lantern|garden|notebook|bridge|signal|orchard|window|compass|workshop|river|letter|station",
  Adjective: "Quiet|Practical|Bright|Early|Careful|Useful|Open|Modest|Lively|Steady|Clever|Gentle|Simple",
  company: "Harbour & Sons|Northwind Labs|Blue Fjord|Lantern Works|Cedar Analytics|Juniper Foods|Old Mill Press",
  street: "Harbour Street|Mill Lane|Station Road|Garden Avenue|Church Square|Bridge Street|Park Row",
  sentence:
    "The first version was simple, and it worked.|Small changes made the biggest difference.|It arrived on time and does what it promises.|Everything needed is included, and nothing else.|A good choice for a weekend project.|Easy to set up, pleasant to use every day.",
};

function read(rows: Row[]): { names: RegExp; template: string; kinds: Kind[] }[] {
  return rows.map(([names, template, kinds]) => ({
    names: named(names),
    template,
    kinds: (kinds?.split(" ") ?? []) as Kind[], // a test asks for each
  }));
}
