import { readForeignRequest } from "./foreign-request.js";
import { type Language, languageAskedFor, languageOf } from "./languages.js";
import { type Length, readLengths } from "./length.js";
import { subjectOf } from "./subject.js";

/** The request in one text, by its words alone. */
export interface PromptReading {
  subject: string;
  /** The forms to write, in the order they're asked for. */
  forms: Form[];
  lengths: Partial<Record<Length["unit"], number>>;
  /** True where it only makes sense after the rounds before. */
  leansBack: boolean;
  /** True where it names no subject of its own, as `more` or `explain that` do. */
  saysNothingNew: boolean;
  isEmpty: boolean;
  isShort: boolean;
  isBrief: boolean;
  isBare: boolean;
  isPlain: boolean;
  /** True where every answer must be JSON. */
  wantsJson: boolean;
  /** The language that it asks for; undefined where it names none. */
  askedLanguage: Language | "en" | undefined;
  /** The language that it is in; undefined for English. */
  language: Language | undefined;
}

export type Form = keyof typeof patterns;

/** Of a longer text only the beginning and the end are read for what it asks. */
const longestRead = 3000;
const longestKept = 1000;
const readingsKept = 200;

/**
 * The latest, by their texts, on which alone they depend: a client sends its system prompt and its history every time.
 */
const readings = new Map<string, PromptReading>();

/** Reads what a text asks for. */
export function readPrompt(text: string): PromptReading {
  const kept = readings.get(text);
  if (kept !== undefined) return kept;
  const reading = read(text.length <= longestRead ? text : `${text.slice(0, longestRead - 500)}\n${text.slice(-500)}`);
  if (text.length > longestKept) return reading;
  const [oldest] = readings.size < readingsKept ? [] : readings.keys();
  if (oldest !== undefined) readings.delete(oldest);
  readings.set(text, reading);
  return reading;
}

function read(text: string): PromptReading {
  const trimmed = text.trim();
  const language = languageOf(text);
  const foreign = language === undefined ? undefined : readForeignRequest(text, language.code);
  return {
    subject: subjectOf(text),
    forms: formsIn(text, foreign?.forms),
    lengths: { ...foreign?.lengths, ...readLengths(text) },
    leansBack: followUp.test(trimmed),
    saysNothingNew: bareFollowUp.test(trimmed) || /\b(?:it|that|this|them|those|these|above)\b/i.test(text),
    isEmpty: trimmed === "",
    isShort: text.length < 12,
    isBrief: brief.test(text),
    isBare: bare.test(text),
    isPlain: plain.test(text),
    wantsJson: mustBeJson.test(text),
    askedLanguage: languageAskedFor(text),
    language,
  };
}

const followUp =
  /^(?:and|but|so|also|then|what about|how about|why\??$|why not|why so|how so|how come|more|tell me more|go on|continue|carry on|shorter|longer|simpler|again|another|one more|yes|no\b|ok|okay|sure|thanks|thank you|great|really|give me (?:an|another|one|some)? ?(?:more )?examples?|an example|for example|can you (?:make|turn|put|show|summari[sz]e|translate|explain|shorten|expand|rewrite|give) (?:it|that|this|them|me)|could you (?:make|turn|put|summari[sz]e|translate|explain|shorten|expand|rewrite) (?:it|that|this|them)|make (?:it|that|this|them)|put (?:it|that|this|them)|turn (?:it|that|this|them)|(?:now |and )?in (?:german|french|spanish|italian|portuguese|russian|arabic|hebrew|chinese|japanese|korean|hindi|english)(?: please)?[.!?]*$|(?:now )?(?:as|in) an? |now |translate (?:it|that|this|the above)|summari[sz]e(?: (?:it|that|this|the above))?[.!]?$|explain (?:it|that|this)|rewrite (?:it|that|this)|say (?:it|that)|expand|elaborate|what do you mean|who said|sum it up|shorten|go deeper|(?:add|remove|include|rewrite|sort|fix|improve|format|simplify|refactor|test|reorder|rename|check|write|give|create|use|rank) (?:[\w-]+ ){0,5}(?:it|this|that|them|these|those)\b|add (?:an? |some |more |the )?(?:title|comments?|examples?|emojis?|headings?|details?|tests?|types?|error handling|columns?|rows?|links?|introduction|conclusion)\b[^.\n]{0,20}$|auf (?:deutsch|englisch|französisch|spanisch)|auf \S{4,20},? bitte|kürzer|weiter|warum\??$|mehr(?: davon)?[.!]?$|en (?:anglais|español|inglés|français|allemand)[ .!]|pourquoi ?\??$|¿?por qué\??$|plus court|más corto|continue[rz]?\b|continúa)/i;

const bareFollowUp =
  /^(?:why|why not|why so|how so|how come|(?:tell me |say |a little |some )?more|go on|continue|carry on|shorter|longer|simpler|again|another(?: one)?|one more|yes|no|ok|okay|sure|really|give me an example|an example|expand|elaborate|go deeper|sum it up|(?:please )?summari[sz]e|(?:now |and )?in (?:german|french|spanish|italian|portuguese|russian|arabic|hebrew|chinese|japanese|korean|hindi|english)|auf (?:deutsch|englisch|französisch|spanisch)|kürzer|weiter|warum|add (?:an? |some |more )?(?:title|comments?|examples?|emojis?|headings?|details?))\b.{0,20}$/i;

/** A system prompt that wants every answer as JSON, whatever the user asks for. */
const mustBeJson = /\b(?:only|always|must|valid|strictly|answer|respond|reply|output|return)\b[^.\n]{0,40}\bjson\b/i;

const brief =
  /\b(?:be|keep it|very|answer|reply|respond|answers?|replies|responses?)\b[^.]{0,30}\b(?:brief|briefly|concise|concisely|short|terse|succinct|shortly)\b|\bbriefly\b|\bin short\b|\btl;?dr\b|\bconcise(?:ly)?\b|\bkurz\b|\bbrièvement\b|\bbrevemente\b|\bshort(?:er)? (?:answer|reply|version)\b|^shorter\b/i;
const bare =
  /\b(?:only|just|nothing but|nothing else|no explanations?|without explanations?|no prose|no other text|raw)\b/i;
const plain =
  /\b(?:no|without|don't use|do not use|avoid|never use) (?:any )?(?:markdown|formatting)\b|\bplain[- ]text\b/i;

const patterns = {
  showcase:
    /\bmarkdown (?:demo|showcase|test\b|sampler|features|elements|cheat ?sheet|kitchen sink|formatting|syntax|rendering)|\b(?:all|every(?:thing)?|each)\b[^.\n]{0,40}\bmarkdown\b|\bkitchen sink\b/i,
  table:
    /\b(?:markdown|comparison|pricing|as an?|in an?|into an?|the|this) (?:[\p{L}-]+ ){0,2}tables?\b|\b(?:write|make|create|show|draw|give|generate|want|need|build|add|include|produce|with|and)\b(?: (?:me|us))?(?: (?:a|an|the|one|some))?(?: [\p{L}-]+){0,2} tables?\b|\btables? (?:of|with|comparing|that|about|showing|listing)\b|\btabular\b|^tables?\b|\btabelle\b|\btableau\b|\btabla\b|\btabella\b|\btabela\b|таблиц|جدول|טבלה|表格|一覧表|表を|표로|표를|तालिका/iu,
  comparison:
    /\b(?:compare|differences? between|comparison (?:of|between)|versus|vs\.?|pros and cons|advantages and disadvantages)\b/i,
  nested: /\bnested\b|\bsub-?(?:items?|points?|bullets?|lists?)\b|\bhierarch/i,
  checklist: /\b(?:check ?list|to-?do list|todos?|task list)\b/i,
  recipe: /\brecipes?\b(?! (?:app|site|book))|\brezept\b|\breceta\b/i,
  itinerary:
    /\bitinerary\b|\b(?:plan|trip|visit|days? in|weekend in)\b[^.\n]{0,30}\b(?:trip|days?|weekend|holiday|vacation) (?:to|in)\b|\b\d+[- ]days? (?:trip|itinerary)\b/i,
  numbers:
    /\b(?:numbered|ordered|ranked)\b|\bstep[- ]by[- ]step\b|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|the|some|all) steps\b|\btop (?:\d+|three|five|ten)\b|\binstructions for\b|\bschritt für schritt\b|步骤|手順|단계/iu,
  bullets:
    /\b(?:bullet(?:ed|s)?|bullet[- ]points?|unordered|points|lists?|aufzählung|liste|lista|stichpunkten?)\b|\b(?:nenne|nomme|cite|nombra|elenca)(?: mir|-moi)? (?:\p{L}+|\d+)\b|\bname (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|some|a few)\b|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|some|a few) (?:[\p{L}-]+ ){0,2}(?:ideas|tips|reasons|examples|facts|names|questions|things|ways|benefits|suggestions|rivers|planets|cities|countries|mountains|animals|fruits|colou?rs|books|languages|sports|instruments|oceans|activities|dishes|capitals)\b|список|قائمة|רשימה|列表|清单|箇条書き|リスト|목록|सूची/iu,
  code: /\b(?:git|npm|shell|terminal|linux|docker) commands?\b|\bhow (?:do|can|to)\b[^.\n]{0,60}\b(?:div|flexbox|array|string|regex|promise|async|git|npm|docker|sql|css|html|javascript|typescript|python|bash)\b|\b(?:code|snippet|fenced|fibonacci|fizz ?buzz|hello,? world|unit test|regex|regular expression|dockerfile|algorithm)\b|\b(?:write|create|give|show|implement|make|build|generate|need|define|refactor|fix|debug)\b[^.\n]{0,40}\b(?:functions?|scripts?|program|class|component|method|endpoint|query|stylesheet|web ?page|server|hook|loop)\b|\bin (?:python|javascript|typescript|java|rust|golang|Go|C|C\+\+|C#|php|ruby|kotlin|swift|sql|bash|haskell|html|css|react)\b(?! (?:is|are|was))|\b(?:python|javascript|typescript|java|rust|golang|c\+\+|c#|php|ruby|kotlin|swift|sql|bash|shell|html|css|react|yaml)\b (?:code|function|script|program|class|snippet|query|example|component|file|command|page|config)|代码|函数|コード|関数|코드/iu,
  json: /\bjson\b/i,
  headings:
    /\b(?:headings?|headers?|sections?|chapters?|outline|article|essay|blog post|report|documentation|readme|guide|tutorial|überschriften|kapitel)\b/i,
  poem: /\b(?:poems?|haikus?|limericks?|sonnets?|verses?|rhymes?|song|lyrics|gedicht|poème|poema|poesia)\b|стих|قصيدة|שיר |诗|俳句|詩|시를/iu,
  title:
    /\b(?:titles?|headlines?|slogans?|taglines?)\b(?! (?:column|field|bar|case))|\bname this (?:chat|conversation)\b/i,
  translation: /(?<!\p{L})(?:translate|translation|übersetze|traduis|traduce|traduci|traduza)\b|翻译|翻訳|번역/iu,
  summary:
    /\b(?:summari[sz]e|summary|fasse\b[^.\n]{0,30}\bzusammen|sum (?:it |this |that )?up|tl;?dr|zusammenfassung|résume|resume esto|key (?:points|takeaways))\b/i,
  quote:
    /\b(?:block ?quotes?|quotes?|quotation|cite(?! (?:\d|un|deux|trois|quatre|cinq|dos|tres|due|tre|três|cinco)))\b/i,
  math: /\b(?:latex|equations?|formulas?|formulae|integrals?|derivatives?|pythagor\w+|quadratic|mathematics|maths?(?! (?:homework|class|teacher|exam|test|problem))|matrix|proof|prove)\b/i,
  emoji: /\bemojis?\b|😀|🎉|🙂/u,
  links: /\b(?:links?|hyperlinks?|references|sources|further reading|bibliography|citations?)\b/i,
  email:
    /\b(?:write|draft|compose|send|reply to|schreibe?|verfasse|écris|rédige|escribe|scrivi|escreve)\b[^.\n]{0,40}\b(?:e-?mail|mail|letter|cover letter|message to|brief|courriel|lettre|correo|carta|lettera)\b(?![- ](?:address|validat))/i,
  diagram:
    /\bmermaid\b|\bflow ?charts?\b|\b(?:sequence|class|state|er|gantt|entity[- ]relationship) (?:diagrams?|charts?)\b|\bmind ?map\b/i,
  csv: /\bcsv\b/i,
  post: /\b(?:tweet|(?:short |professional )?bio(?:graphy)? (?:for|of|about)|(?:linkedin|instagram|facebook|social media|twitter) (?:post|caption)|product description|ad copy|press release|product announcement|release notes|change ?log)\b/i,
  story: /\b(?:story|stories|tale|fairy ?tale|fable|geschichte|cuento|histoire)\b(?! points)/i,
} satisfies Record<string, RegExp>;

function formsIn(text: string, others: { form: Form; at: number }[] = []): Form[] {
  if (text.trim() === "") return [];
  const found: { form: Form; at: number }[] = [];
  for (const form of Object.keys(patterns) as Form[]) {
    const match = patterns[form].exec(text);
    if (match !== null && !isRefused(text, match)) found.push({ form, at: match.index });
  }
  for (const other of others) if (!found.some(({ form }) => form === other.form)) found.push(other);
  const asksForTitle = others.some(({ form }) => form === "title");
  const has = (form: Form) => found.some((one) => one.form === form);
  const without = (...forms: Form[]) =>
    found.splice(0, found.length, ...found.filter(({ form }) => !forms.includes(form)));
  if (asksForTitle) without("headings");
  if (has("showcase")) return ["showcase"];
  if (has("translation")) return ["translation"];
  if (has("diagram")) return ["diagram"];
  if (has("title") && (has("summary") || titleOfText.test(text))) return ["title"];
  if (has("email")) without("code", "numbers", "bullets", "table", "emoji");
  if (has("csv") && !has("code")) return ["csv"];
  if (has("post")) return ["post"];
  if (
    has("code") &&
    /^(?:(?:can|could) you |please )*(?:explain |tell me |describe )?(?:why|what(?:'s| is| are)|when should|which|how (?:do(?:es)? )?.{1,40} works?)\b/i.test(
      text,
    ) &&
    !/\b(?:code|snippet|example|function)\b/i.test(text)
  )
    without("code");
  if (has("table") && !listWord.test(text)) without("bullets");
  if (has("code") && !/\b(?:code|snippet)\b[^.\n]{0,20}\b(?:and|with)\b|,/.test(text))
    without(
      "bullets",
      "quote",
      "title",
      "numbers",
      "math",
      "links",
      "poem",
      "headings",
      "comparison",
      "summary",
      "email",
      "story",
      ...(/markdown table/i.test(text) ? [] : ["table" as const]),
    );
  if (has("code") && /\bjson\b/i.test(text) && !/\bas json\b|json (?:object|code)/i.test(text)) without("json");
  if (has("summary") && !has("table") && !has("bullets"))
    without("headings", "story", "poem", "quote", "links", "comparison");
  if (has("email")) without("headings", "title", "links");
  if (has("title") && /\b(?:titles?|headlines?|slogans?|taglines?)\b[^.\n]{0,20}\b(?:for|of)\b/i.test(text))
    return ["title"];
  if (has("title") && (has("poem") || has("story") || has("table") || has("json") || has("headings"))) without("title");
  if (has("title")) without("bullets");
  if (has("table")) without("comparison");
  if (has("table") && /^\s*(?:please )?list\b/i.test(text)) without("bullets");
  if (has("json")) without("bullets", "title", "headings", "numbers");
  if (has("recipe") && !has("table")) return ["recipe"];
  if (has("itinerary") && !has("table")) return ["itinerary"];
  if (has("nested") || has("checklist") || has("numbers")) without(has("nested") ? "numbers" : "bullets", "bullets");
  if (has("story") && has("headings")) without("headings");
  return found.sort((a, b) => a.at - b.at).map(({ form }) => form);
}

const titleOfText = /\b(?:blog post|article|essay|video|podcast|talk) (?:titles?|headlines?)\b/i;

/** Words that ask for a list, and not only for a number of things. */
const listWord = /\b(?:bullets?|bullet(?:ed)?|points?|lists?|aufzählung|liste|lista)\b/i;

/** True where the match is something unwanted: `without a table`, `no lists`. */
function isRefused(text: string, { index, 0: words }: RegExpExecArray): boolean {
  return (
    /\b(?:no|not|without|don't use|do not use|avoid|never|instead of|rather than|kein|keine|ohne)\b(?: (?:any|a|an|use|the|or))*\s*$/i.test(
      text.slice(Math.max(0, index - 24), index),
    ) || /^(?:with )?(?:no|without)\b/i.test(words)
  );
}
