import type { frames } from "../data/question-frames.js";

/** The kind of an open question, by what its answer looks like. */
export type QuestionKind = keyof typeof frames;

/** An open question in parts. */
export interface Question {
  kind: QuestionKind;
  /** The thing that it is about, without article; for steps the words after “to”, for who an indirect question. */
  topic: string;
  /** The article of the topic, with a blank; empty where it has none. */
  article: string;
  isPlural: boolean;
  /** The sentence that asks. */
  asked: string;
}

/** Reads the last question of a text, or its last sentence. `subject` is what the text is about where it asks nothing. */
export function readQuestion(text: string, subject: string): Question {
  const asked = sentenceIn(text).replace(/^(what|who|how|where|when)s (?=\S)/i, "$1's ");
  const plain = asked
    .replace(courtesy, "")
    .replace(courtesy, "")
    .replace(simply, "")
    .replace(/[.?!\s]+$/, "");
  for (const [pattern, kind] of patterns) {
    const found = pattern.exec(plain);
    if (found !== null)
      return question(kind, { topic: found.groups?.topic ?? subject, verb: found.groups?.verb, asked });
  }
  if (statement.test(plain)) {
    const kind = broken.test(plain) ? "repair" : troubled.test(plain) ? "trouble" : "news";
    return question(kind, { topic: subject, verb: undefined, asked });
  }
  const isShort = plain !== "" && plain.split(" ").length <= 5;
  return question("thing", { topic: isShort ? plain : subject, verb: undefined, asked });
}

function question(
  kind: QuestionKind,
  { topic: words, verb = "", asked }: { topic: string; verb: string | undefined; asked: string },
): Question {
  const topic = topicOf(kind, { words, verb });
  const article =
    /(?:^|\s)((?:an?|the|my|your|our) )$/i.exec(words.trim().slice(0, -topic.length))?.[1]?.toLowerCase() ?? "";
  const isPlural =
    verb.trim() === "" ? /[^aius']s$/.test(topic) && !/^an? /.test(article) : /^ ?(?:are|were|do)$/i.test(verb);
  const isName = kind === "thing" && (year.test(topic) || name.test(topic));
  return { kind: isName ? "name" : kind, topic, article: article.replace(/^(?:my|our) /, "your "), isPlural, asked };
}

const name =
  /^\p{Lu}[\p{L}.'-]*\p{Ll}(?: (?:\p{Lu}[\p{L}.'-]*|van|von|de|da|of|the|and|\d+))*(?: (?:in|on|after|since|during|before) .+)?$/u;
const year = /\b(?:1[0-9]|20)\d\d\b/;

function topicOf(kind: QuestionKind, { words, verb }: { words: string; verb: string }): string {
  const text = words.trim().replaceAll(/["“”`*]/g, "");
  if (kind === "steps") return toYou(text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()));
  if (kind === "who") return verb === "" ? `who ${toYou(text)}` : `who ${toYou(text)} ${verb.toLowerCase()}`;
  return toYou(
    text.replace(
      /^(?:the (?:concept|idea|meaning|term|notion|definition|basics) of |the term |a |an |the |my |our )+/i,
      "",
    ),
  );
}

/** Turns a user's words about themselves into words to the user. */
function toYou(text: string): string {
  return text
    .replaceAll(/\bmy\b/gi, "your")
    .replaceAll(/\bme\b/gi, "you")
    .replaceAll(/\bmyself\b/gi, "yourself")
    .replaceAll(/\bI'm\b/gi, "you're")
    .replaceAll(/\b(?:I am)\b/gi, "you are")
    .replaceAll(/\bI\b/g, "you")
    .replaceAll(/\bour\b/gi, "your");
}

/** Instructions that are no questions. */
const task =
  /^(?<topic>(?:add|arrange|automate|bake|book|build|calculate|change|check|clean|compute|configure|convert|cook|create|debug|decorate|deploy|derive|design|develop|do|draft|edit|estimate|evaluate|expand|file|find|finish|fix|format|implement|improve|increase|install|integrate|invent|learn|make|manage|measure|migrate|move|optimi[sz]e|organi[sz]e|paint|plan|prepare|program|prove|publish|reduce|refactor|remove|rename|repair|replace|research|reset|review|rewrite|run|save|schedule|set up|setup|simplify|solve|sort|start|study|test|train|translate|update|upgrade|use|verify|write) (?:\S.*))/i;

/** In this order: the first that fits decides. */
const patterns: [RegExp, QuestionKind][] = [
  [
    /^(?:explain |tell me |describe |show me )?(?:how (?:does|do|did) )(?<topic>.+?) (?:actually |really )?(?:work|function)\b/i,
    "works",
  ],
  [/^(?:explain |tell me |describe |show me )?how (?<topic>.+?) works?\b/i, "works"],
  [
    /^(?:(?:explain|tell me|show me|teach me|describe) )?(?:how (?:do|can|should|would|could) (?:i|you|we|one)|how to|what(?:'s| is) (?:the best|a good) way to|what are the steps to|ways to) (?<topic>.+)/i,
    "steps",
  ],
  [/^[Hh]elp me (?:to )?(?<topic>(?!with\b|understand\b)\p{Ll}.+)/u, "steps"],
  [/^(?:teach me (?:how )?to|i (?:want|need|would like|have) to|i'd like to) (?<topic>.+)/i, "steps"],
  [
    /^(?:(?:give me|i need|do you have|can i have|any|some|what(?:'s| is) your) )?(?:some |any |an? |your )?(?:best |good )?(?:advice|guidance) (?:on|about|for|with) (?:an? |the )?(?<topic>.+)/i,
    "advice",
  ],
  [/^(?:what|how) .*\b(?:name|call) (?:my|our|the|a|it)\b|\bnames? for (?:my|our|an?|the)\b/i, "naming"],
  [/^what (?:would|will|could) happen\b|^what if\b|^(?:imagine|suppose) (?:if |that )?(?!you\b)/i, "whatif"],
  [
    /^(?:what|which|who)(?:'s| is| are| was| were) (?:the )?(?:largest|biggest|smallest|longest|shortest|tallest|highest|deepest|fastest|slowest|oldest|youngest|richest|hottest|coldest|heaviest|most \p{L}+ \p{L}+ (?:in|of))\b/iu,
    "lookup",
  ],
  [
    /^(?:what (?:to|can i|can we|should we) do|things to do)\b|\b(?:good|nice|great|fun) (?:movie|film|book|song|series|game|present|gift|dinner|meal|restaurant|podcast)\b|^teach me something\b/i,
    "plan",
  ],
  [
    /^why (?:(?:should|would|do|does|must|did) (?:i|we|you|one|people|developers|companies|teams) )?(?:use|learn|need|choose|care about|study|read|want) (?<topic>.+)/i,
    "why",
  ],
  [
    /^why (?:is|are) (?<topic>.+?) (?:so |such )?(?:important|useful|needed|necessary|popular|good|bad|hard|difficult|dangerous|healthy|famous)\b.*/i,
    "why",
  ],
  [/^(?:explain |tell me )?(?:why\b|how come\b|what(?:'s| is) the reason\b|what causes? (?<topic>.+))/i, "why"],
  [
    /^who(?:'s| is| are| was) the (?:best|greatest|worst|most|coolest|strongest)\b|^how(?:'s| is| was| are) your?\b/i,
    "opinion",
  ],
  [/^[Ww]ho(?:'s| (?<verb>is|are|was|were)) (?<topic>(?:the )?\p{Lu}.*)/u, "thing"],
  [/^(?:do you know |tell me )?who (?<verb>is|are|was|were) (?<topic>.+)/i, "who"],
  [/^who's (?<topic>.+)/i, "who"],
  [/^(?:do you know |tell me )?who (?<topic>.+)/i, "who"],
  [/^when\b.*\b(?:best time|should (?:i|we|you))\b|^(?:is|are) .+ (?:better|worse|\p{L}+er) than\b/iu, "decision"],
  [/^(?:do you know )?(?:when\b|(?:in )?(?:what|which) (?:year|date|day|month|century)\b)/i, "when"],
  [/^where\b.*\b(?:i|we|you|one|my|buy|get|find)\b/i, "where"],
  [/^where\b/i, "lookup"],
  [
    /^(?:how (?:many|much|long|far|old|big|often|tall|fast|high|deep|heavy|large|expensive)|what(?:'s| is) the (?:price|cost|number|size|height|length|weight|population|distance|age|speed|temperature) of)\b/i,
    "amount",
  ],
  [
    /\b(?:do you (?:like|think|feel|love|prefer|believe|dream|enjoy|have (?:feelings|a favou?rite))|your (?:favou?rite|opinion|thoughts|view|day)|^(?:any )?thoughts on|^convince me|^persuade me|are you (?:conscious|alive|human|sentient|happy|real|sad|an? \p{L}+))\b/iu,
    "opinion",
  ],
  [
    /^what (?:should|shall|can|could) (?:i|we) (?:cook|eat|have|make|watch|read|do|wear|play|bake|drink|order|listen)\b/i,
    "plan",
  ],
  [
    /^(?:which\b|what(?:'s| is| are) (?:the (?:best|easiest|cheapest|right)|a good|some good|your favou?rite)\b|what(?: \p{L}+){0,3} (?:should|shall|can|could|would) (?:i|we|you)\b|recommend\b|suggest\b|can you recommend\b)/iu,
    "choice",
  ],
  [
    /^(?:should|shall|is (?:it|this|that|now) .{0,20}\b(?:worth|better|good|time|ok|okay|fine|wise|smart)|would it|can i|may i|could i|do i (?:need|have)|am i)\b/i,
    "decision",
  ],
  [/^(?:can|could|do|does|did|will|would|have|has|are|is|was|were)\b/i, "claim"],
  [/^what(?:'s| is) new (?:in|with|about) (?<topic>.+)/i, "name"],
  [/^what (?:happened|happens|is happening|went on) (?:in|on|at|to|with|during) (?<topic>.+)/i, "name"],
  [/^what(?:'s| (?<verb>is|are|was|were)) (?<topic>.+?) like(?: (?:on|in|at|as) .+)?$/i, "thing"],
  [/^what (?<verb>does|do|did) (?<topic>.+?) (?:mean|stand for|do)$/i, "thing"],
  [
    /^(?:what(?:'s| is| was)) (?:the )?(?:purpose|point|use|importance|role|benefits?|history|origin) of (?<topic>.+)/i,
    "thing",
  ],
  [
    /^what(?<verb>'s| is| are| was| were) (?<topic>.+?)(?: (?:used for|good for|all about|about|exactly|anyway|for))?$/i,
    "thing",
  ],
  [
    /^(?:explain|describe|define|discuss|introduce|(?:summari[sz]e|give me a (?:\p{L}+ )?summary of|sum up)(?: the (?:plot|story|content|main points) of)?|tell me(?: more| something| all| a bit| a little| everything)?(?: about)?|talk(?: to me)? about|teach me about|what do you know about|write about|give me an? (?:\p{L}+ )?(?:overview|introduction|explanation|definition) (?:of|to)|overview of|introduction to|summary of|definition of|meaning of)(?: (?:to )?me)? (?:what )?(?<topic>.+?)(?: (?<verb>is|are|means))?$/iu,
    "thing",
  ],
  [
    /^(?:explain |tell me |describe |show me )?how (?:do|does|did|can|could|is|are|was|were) (?<topic>(?:the |an? )?[\p{L}\d./+#-]+) .+/iu,
    "process",
  ],
  [/^(?:what|which|how)\b/i, "lookup"],
  [task, "steps"],
];

const courtesy =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|and|but|also|now|great|thanks|please|quick question)\b[,:! ]*|(?:can|could|would|will) you (?:please )?(?:explain|tell me|describe|help me understand) (?=(?:what|how|why|who|when|where|which)\b)|(?:can|could|would|will) you (?:please )?(?=(?:explain|tell|describe|define|recommend|suggest|give|help|show|teach|write|talk)\b)|i (?:want|would like|'d like) to (?:know|understand|learn about) (?:about )?|i(?:'m| am) (?:curious|wondering) (?:about )?|(?:please )?(?:explain|tell)(?: (?:it|this|that))?(?: to me)? like i(?:'m| am) [^:,]{2,20}[:,] |do you know (?=(?:what|how|why|where)\b)|explain (?=(?:what|who)\b)|help me (?:to )?understand )/i;

const simply =
  /,? (?:to (?:a|an|my|me)\b.*|(?:like|as if) i(?:'m| am| were)\b.*|in (?:simple|plain|easy|a few|one|two|three|short|detail|depth|layman|your own|general|\d+ \p{L}+|the context of)\b.*|(?:simply|briefly|please|quickly|exactly|for (?:me|beginners|dummies|kids|a beginner|a child)))[.?!]*$/iu;

/** A sentence that tells something. */
const statement =
  /^(?:i|i'm|i've|we|my|our|it's|today|yesterday)\b|^(?:the|this|that|there|he|she|they|it|you)\b.* (?:is|are|was|were|has|have|had|will|won't|can't|does|doesn't|did|didn't)\b/i;

const broken =
  /\b(?:won't|doesn't|does not|can't|cannot|not|stopped|isn't) (?:start|work|working|open|load|turn|connect|respond|responding|print|boot|charge|install|run)\w*\b|\b(?:broken|crash\w*|keeps? \p{L}+ing|an? error|frozen|freezes)\b/iu;

const troubled =
  /\b(?:sad|depressed|lonely|anxious|anxiety|stressed|stress|overwhelmed|tired|exhausted|angry|afraid|scared|worried|upset|hurt|hurts|ill|sick|pain|headache|lost my|died|broke up|failed|terrible|awful|bad day|can't sleep|miss (?:him|her|them|my))\b/i;

/** The last sentence that ends in a question mark, or the first line's last sentence. */
function sentenceIn(text: string): string {
  const sentences =
    text
      .slice(0, 1500)
      .trim()
      .match(/[^.?!\n]+(?:[.!](?=\S)[^.?!\n]*)*[.?!]*/g)
      ?.map((one) => one.trim())
      .filter(Boolean) ?? [];
  return sentences.findLast((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? "";
}
