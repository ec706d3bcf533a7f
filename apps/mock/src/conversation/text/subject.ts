const longestRead = 1500;

/** The subject of a prompt that names none. */
export const noSubject = "this topic";

/**
 * Returns the subject of a prompt, as words that can follow “about”: `the tides`, `how to sort a list`, `why the sky is
 * blue`.
 */
export function subjectOf(prompt: string): string {
  const line = firstLine(prompt);
  const own = foreign
    .map((pattern) => pattern.exec(line)?.slice(1).find(Boolean))
    .find((found) => found !== undefined && found.trim() !== "");
  if (own !== undefined) return shortened(trailing(own));
  let text = line
    .replace(courtesy, "")
    .replace(/^(?:and|also|then|now|so|ok|okay|hi|hello)[, ]+/i, "")
    .replace(courtesy, "");
  text =
    /^(?:extract|classify|analy[sz]e|rewrite|parse|fix|improve|proofread|summari[sz]e|translate)\b[^:]{0,50}: (\S.{10,})$/i.exec(
      text,
    )?.[1] ?? text;
  text = text.replace(
    /^in (?:\d+|an?|one|two|three|four|five|ten|a few)(?: (?:short|simple|single))? (?:sentences?|words?|lines?|paragraphs?),? /i,
    "",
  );
  text = text.replace(/^(?:the )?top (?:\d+|three|five|ten) /i, "");
  const isTask = taskVerb.test(text) || formPhrase.test(text);
  if (isTask) text = task(text);
  else if (
    /^\p{L}+ (?:a|an|the|my|our|your|this|these|some|\d+)\b/iu.test(text) &&
    !/^(?:is|are|was|were|do|does|did|will|would|should|can|could|has|have|what|who|why|how|when|where|which|with|in|on|at|for|if|i|we|not)\b/i.test(
      text,
    )
  ) {
    text = doing(lowerFirst(text));
  }
  text = text.replace(
    /^(?:an? |the )?(?:podcast|book|article|blog post|film|talk|video|course|newsletter|chapter|essay|presentation|paper|chat|conversation) (?:on|about) /i,
    "",
  );
  return shortened(trailing(asked(text)));
}

/** A request without its verb and form: what it is to be about. */
function task(given: string): string {
  const request = given.replace(inLanguage, " ");
  const about = aboutWord.exec(request)?.[1];
  if (about !== undefined) return about;
  let text = trailing(request.replace(taskVerb, ""));
  for (let round = 0; round < 4; round += 1) {
    text = text.replace(
      /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|some|a few) (?!days?\b|weeks?\b|hours?\b|minutes?\b)/i,
      "",
    );
    const form = formPhrase.exec(text);
    if (form === null) break;
    text = text.slice(form[0].length);
    if (/\b(?:that|which) ?$/i.test(form[0])) return doing(text.replace(/^[a-z]+s(?= |$)/, baseOf));
    if (/\bto ?$/i.test(form[0]) && /^[a-z]/.test(text))
      return doing(text.replace(/^(?:describe|explain|show|illustrate) /, "\u0000"));
  }
  return text;
}

const inLanguage =
  /(?:^| )in (?:german|french|spanish|italian|portuguese|russian|arabic|hebrew|chinese|japanese|korean|hindi|english)(?= |$)/i;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A question as the words for what it asks. */
function asked(question: string): string {
  return question
    .trim()
    .replace(/[\s.?!]+$/u, "")
    .replace(/^(?:i|we|my|i'm|i've) .+$/i, (said) => `“${said}”`)
    .replace(/^(what|where|when|how|which \p{L}+) (?:should|can|could|do) (?:i|we) (.+)$/iu, "$1 to $2")
    .replace(/^what (?:does|do|did) (.+?) (?:do|mean)$/i, "$1")
    .replace(/^what (.+) (?:is|are|was|were)$/i, "$1")
    .replace(/^(?:what|who|which) (?:is|are|was|were|does|do)(?:n't)? /i, "")
    .replace(/^(?:what|who)'s /i, "")
    .replace(/^how (?:do|can|should|would|could) (?:i|you|we|one) /i, "how to ")
    .replace(
      /^how (does|do|did) (.+?) work\b.*$/i,
      (_, verb: string, who: string) => `how ${who} ${/^do$/i.test(verb) ? "work" : "works"}`,
    )
    .replace(
      /^(how (?:many|much|tall|long|far|old|big|often|fast|high|deep|heavy|large)(?: \p{L}+)?|when|where) (is|are|was|were) (?!there\b)(.+)$/iu,
      (_, word: string, verb: string, rest: string) => `${word.toLowerCase()} ${rest} ${verb.toLowerCase()}`,
    )
    .replace(
      /^(how many .+?) (are|were) there$/i,
      (_, what: string, verb: string) => `${what.toLowerCase()} there ${verb}`,
    )
    .replace(
      /^(when|where) (?:did|does) (.+) (\p{Ll}+)$/iu,
      (_, word: string, who: string, verb: string) => `${word.toLowerCase()} ${who} ${pastOf(verb)}`,
    )
    .replace(
      /^(how come .+?|(?:how (?:many|much|long|far|old|big|tall|often|fast|high|deep)(?: [\w-]+){0,3}|when|where) (?:do|does|did|can|should|will|would|has|have) .+?)\??$/i,
      "the question “$1”",
    )
    .replace(
      /^why (is|are|was|were) (.+?) ((?:not |still |always |so )?\p{L}[\p{L}-]*ing\b.*|(?:not|still|always|so) .+)$/iu,
      "why $2 $1 $3",
    )
    .replace(/^why (is|are|was|were) ((?:the |a |an |my |our )?[\p{L}'-]+) (.+)$/iu, "why $2 $1 $3")
    .replace(/^why (?:do|does|did|can) /i, "why ")
    .replace(
      /^(is|are|was|were) (\d+|it|this|that|he|she|they|(?:the|a|an|my|our) [\p{L}'-]+) (.+)$/iu,
      "whether $2 $1 $3",
    )
    .replace(/^((?:is|are|was|were|does|do|did|will|would|should|can|could) .+?)\??$/i, "the question “$1”")
    .replace(
      /^(whether|why) (.+)$/i,
      (_, word: string, rest: string) =>
        `${word.toLowerCase()} ${rest.replace(/ (Is|Are|Was|Were) /, (verb) => verb.toLowerCase())}`,
    );
}

const irregular: Record<string, string> = {
  begin: "began",
  win: "won",
  go: "went",
  come: "came",
  become: "became",
  take: "took",
  fall: "fell",
  rise: "rose",
  write: "wrote",
  make: "made",
};

function pastOf(verb: string): string {
  return (
    irregular[verb] ??
    (verb.endsWith("e") ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`)
  );
}

function shortened(text: string): string {
  const words = text.trim().split(" ").slice(0, 10);
  while (words.length > 1 && dangling.has((words.at(-1) ?? "").toLowerCase())) words.pop();
  const short = [...words.join(" ")]
    .slice(0, 64)
    .join("")
    .replace(/[\s.?!,;:–-]+$/u, "");
  const closed = short.includes("“") && !short.includes("”") ? `${short}”` : short;
  return closed === "" || /^(?:a|an|the|some|me|it|that|this|them|one)$/i.test(closed) ? noSubject : lowered(closed);
}

/** `bake bread` as `baking bread`. */
function doing(text: string): string {
  if (text.startsWith("\u0000")) return text.slice(1);
  return text.replace(/^[a-z]+(?= |$)/, (verb) => {
    if (/ing$/.test(verb) || verb.length < 2) return verb;
    if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`;
    if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
    if (/^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) && !/[aeiou]{2}/.test(verb)) return `${verb}${verb.at(-1)}ing`;
    return `${verb}ing`;
  });
}

const baseOf = (verb: string) =>
  verb
    .replace(/ies$/, "y")
    .replace(/(sh|ch|x|ss|zz)es$/, "$1")
    .replace(/([^s])s$/, "$1");

/** Patterns by which other languages name a subject. */
const foreign: RegExp[] = [
  /^(?:was (?:ist|sind|bedeutet)|wer (?:ist|war)|wie funktionier(?:t|en)|qu['’]est[- ]ce (?:que c['’]est que |que |qu['’])|¿?qu[ée] (?:es|son)|cos['’]è|che cos['’]è|o que (?:é|são)) ?(?:(?:ein(?:e|en|er)?|der|die|das|den|une?|le|la|les|el|los|las|una?|il|lo|i|um|uma|o|a|os|as) |l['’]|un['’])?(?!.*(?: und | et | y | e ))(.{2,60}?)\s*\?*$/iu,
  /^(?:écris|rédige|explique|parle|raconte|donne|fais|crée|schreibe?|erstelle?|mache?|zeige?|crea|haz|crie|erkläre?|erzähle?|gib|nenne|escribe|explica|cuenta|dame|habla|scrivi|spiega|racconta|parla|escreva|explique|fale|conte)\b.{0,60}? (?:sur|über|zu|sobre|su|sulla|sul|sui|acerca de|del|von|de la|du) (.{2,80})$/iu,
  /^(?:explique|erkläre?|explica|spiega)(?:-moi|me| mir| mi)? (?!(?:sur|über|sobre)\b)(.{2,80})$/iu,
  /^(?:请)?(?:写|介绍|解释|说说|谈谈|讲讲|告诉我|描述)(?:一下|一首|一篇|一个|关于|有关)*(.{1,40}?)(?:的?(?:诗|文章|故事|表格|列表))?[。？！]?$/u,
  /^(?:请)?(?:用|以)(?:表格|列表|清单)(?:的形式)?(?:比较|介绍|说明|列出)?(.{1,40}?)[。？！]?$/u,
  /^(.{1,40}?)(?:とは(?:何|なん)?|って(?:何|なに)|(?:を|の(?:概要|仕組み)を)(?:説明|解説))/u,
  /^(?:请问)?(?:什么是|何为)(.{1,40}?)[?？。]?$|^(.{1,40}?)是什么/u,
  /^(.{1,40}?)(?:이란|란 |은 무엇|는 무엇|(?:을|를) 설명)/u,
  /^(?:اشرح لي|اشرح|ما هو|ما هي|ما معنى) (?:ما هو |ما هي )?(.{2,60}?)[؟?]?$/u,
  /^(?:מה זה|מהו|מהי|הסבר(?: לי)?(?: מה זה)?) (.{2,60}?)\??$/u,
  /^(?:что такое|объясни(?: мне)?(?:,? что такое)?) (.{2,60}?)\??$/iu,
  /^(.{2,60}?) (?:क्या है|को समझाओ|समझाइए)/u,
  /^(.{1,40}?)(?:について|に関する|に関して)/u,
  /^(.{1,40}?)(?:에 대해|에 관해|에 대한)/u,
  /(?:^|\s)(?:عن|حول) (.{2,60})$/u,
  /(?:^|\s)(?:על|אודות) (.{2,60})$/u,
  /(?:^|\s)(?:о|об|обо|про) (.{2,60})$/iu,
];

/** A subject as a heading: `The Tides of the North Sea`. */
export function titled(subject: string): string {
  return subject
    .split(" ")
    .map((word, index) => (index > 0 && small.has(word) ? word : capitalised(word)))
    .join(" ");
}

/** The text with its first letter as a capital. */
export function capitalised(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return text;
  const letter = String.fromCodePoint(first);
  return letter.toUpperCase() + text.slice(letter.length);
}

function firstLine(prompt: string): string {
  if (/^[\w ,'-]{1,200}[.?!]?$/.test(prompt)) return prompt.trim(); // what most prompts are
  return (
    prompt
      .slice(0, longestRead)
      .split("\n")
      .map((line) => line.replaceAll(/[\s\p{C}“”"`*_<>[\]{}|#$\\]+/gu, " ").trim())
      .find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ""
  )
    .split(/(?<=[\p{L}\d)”]{2})[.?!;] /u)
    .reduce((first, next, index) => (index === 0 || ruleSentence.test(first) ? next : first), "");
}

/** A sentence that says how to answer, and not what. */
const ruleSentence =
  /^(?:do not|don't|never|always|use|you are|you're|be|answer|no|keep|format|imagine|act as|avoid|respond|reply|hi|hello|hey|thanks|thank you|ok|okay|great|sure)\b(?!.*:)/i;

const courtesy =
  /^(?:please|kindly|hey|hi|hello|thanks|can you|could you|would you|will you|i want you to|i need you to|i would like you to|i'd like you to|i need|i want|i'd like|help me(?: to)?|let's|you should|your task is to|be brief and|briefly|in short)[,:! ]+(?:please )?/i;

const taskVerb =
  /^(?:write|give|show|make|create|generate|list|draw|draft|compose|produce|build|tell|describe|explain|summari[sz]e|translate|name|suggest|propose|compare|discuss|outline|plan|code|implement|print|return|provide|render|format|prepare|invent|find|teach|define|answer|sum up|rewrite|use|put|say|count|think|talk|brainstorm|recommend|design)\b(?: (?:me|us|up|down|out|it|to me)\b)*(?: (?:about|on)\b)? ?/i;

/** Matches the requested form, before its subject. */
const formPhrase =
  /^(?:(?:a|an|the|some|one|two|three|four|five|six|seven|eight|nine|ten|\d[\d,]*|short|long|brief|nice|simple|detailed|small|quick|good|complete|full|markdown|numbered|bulleted|bullet|nested|ordered|unordered|comparison|html|python|javascript|typescript|rust|java|sql|css|bash|ruby|php|kotlin|swift|csharp|c\+\+|go|code|fenced|funny|more|shopping|packing|grocery|to-do|comprehensive|useful|common|single|random|made-up|react|working)[ -])*(?:(?:words?|sentences?|paragraphs?|tables?|lists?|bullets?|points?|items?|poems?|haikus?|limericks?|titles?|headings?|sections?|summary|essays?|articles?|story|stories|blocks?|snippets?|functions?|scripts?|programs?|examples?|ideas?|reasons?|tips?|facts?|steps?|e-?mails?|letters?|blog posts?|posts?|reports?|json|overview|explanation|introduction|text|recipes?|readme|paragraph|object|document|code|names?|quotes?|queries|query|questions?|checklist|outline|quiz|emojis?|links?|sources?|headlines?|slogans?|options?|guide|tutorial|component|class|method|headers?|pros and cons|advantages|users|people|answer)(?:[ ,]|$))+(?:(?:of|for|to|that|which|on|with|in|as|from|and)\b ?)*/i;

const aboutWord =
  /\b(?:about|(?<=\b(?:words|essay|article|paragraphs?|posts?|report|poem|story|bullets|points) )on(?! how)|on the (?:topic|subject) of|regarding|comparing|explaining|describing|on how to|entitled|titled|called)\s+(.+)$/i;

function trailing(text: string): string {
  let rest = text;
  for (let round = 0; round < 4; round += 1) {
    rest = rest
      .replace(
        /[,;:]? (?:(?:as|in|with|using|into|and)\b|(?=please|brief|short|only)) ?(?:a |an |the |one |some )?(?:(?:valid |pure |simple |nested |bulleted |bullet |numbered |markdown |short )*)(?:markdown|json|tables?|lists?|bullets?|bullet points?|python|javascript|typescript|java|rust|golang|c\+\+|c#|php|ruby|kotlin|sql|html|css|bash|headings|emojis?|links?|quotes?|latex|german|french|spanish|italian|portuguese|russian|arabic|hebrew|chinese|japanese|korean|hindi|english|brief|short|please|step by step|detail|depth|code examples?|examples?|code snippets?|code)(?: (?:form|format|only|please|each))?$/i,
        "",
      )
      .replace(
        /[,;:]? (?:in|with|of|using|at) (?:about |at most |no more than |under |exactly |around |fewer than |less than |up to )?(?:\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|a few|a single)[ -](?:words?|sentences?|paragraphs?|rows?|columns?|items?|bullets?|bullet points?|points?|lines?|steps?|sections?|headings?|characters?).*$/i,
        "",
      )
      .replace(/[,;] (?:with|and|then|please|no|without|but|using|including|each)\b.*$/i, "")
      .replace(
        / (?:to|for) (?:a |an |my )?(?:child|children|kids?|beginners?|five[- ]year[- ]olds?|(?:\d+|five|six|ten)[- ]year[- ]olds?|me|us)\b.*$| like i(?:'m| am) .*$| in (?:simple|plain|easy) (?:terms|words|english|language)$| (?:simply|briefly|quickly|shortly|again)$/i,
        "",
      )
      .replace(
        /(?:^| )(?:with|having|using|and) (?:the )?(?:keys?|fields?|members?|properties|columns?|rows?|headings?|links?|sources?|emojis?|examples?|a (?:table|list|quote|heading|code block|formula))\b.*$/i,
        "",
      )
      .replace(/[\s.?!,;:]+$/u, "");
  }
  return rest;
}

const dangling = new Set(
  "a an the of for to in on at with and or by as that which than from is are its their my your".split(" "),
);
const small = new Set("a an the of for to in on at with and or by as than from is are vs".split(" "));

/** Without the capital of a sentence's first word; names and abbreviations keep theirs. */
function lowered(text: string): string {
  const [first = ""] = text.split(" ");
  return loweredWords.has(first.toLowerCase()) ? first.toLowerCase() + text.slice(first.length) : text;
}

const loweredWords = new Set(
  "the a an how why what when where which who whether my our your this that these those some all both modern early".split(
    " ",
  ),
);
