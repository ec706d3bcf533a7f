import { type Attachment, noAttachments } from "../attachment.js";
import type { Conversation } from "../conversation.js";
import { lorem } from "./data/lorem.js";
import type { Language } from "./languages.js";
import type { Length } from "./length.js";
import { type Form, type PromptReading, readPrompt } from "./prompt-reading.js";

/** The text that a conversation asks the model to write. */
export interface Assignment {
  /** The last words of the user, a long text cut. */
  question: string;
  /** The subject of the text. */
  subject: string;
  /** The subject of the round before; undefined in the first round. */
  earlier: string | undefined;
  /** True where the question only makes sense after the rounds before. */
  isFollowUp: boolean;
  /** The model's last answer; empty in the first round. */
  lastAnswer: string;
  /** Undefined for English. */
  language: Language | undefined;
  /** The forms to write, in the order they're asked for. */
  forms: Form[];
  lengths: Partial<Record<Length["unit"], number>>;
  isBrief: boolean;
  /** True where the answer must be only what is asked for. */
  isBare: boolean;
  /** True where Markdown is unwanted. */
  isPlain: boolean;
  /** The system prompt, cut. */
  rules: string;
  /** The name that the system prompt gives the model. */
  persona: string | undefined;
  /** The name by which the user has introduced himself. */
  userName: string | undefined;
  /** The user's texts in the rounds before, each cut. */
  previous: string[];
  /** Pictures and files with the question. */
  attachments: readonly Attachment[];
}

const longestQuestion = 6000;
const mostTurns = 40;
const longestAnswer = 20_000;

/** Reads what is to be written, from the system prompt and the turns. */
export function readAssignment({ turns, instructions }: Pick<Conversation, "turns" | "instructions">): Assignment {
  const asked = turns.slice(-mostTurns).filter(({ role }) => role === "user");
  const [last, more] = lastRequest(asked);
  const prompt = readPrompt(last?.text ?? "");
  const rules = readPrompt(instructions);
  const before =
    more === undefined
      ? asked
          .slice(0, -1)
          .filter(({ text }) => !moreWords.test(text.trim()))
          .map(({ text }) => readPrompt(text))
      : [];
  const earlier = (before.findLast(({ isEmpty, leansBack }) => !isEmpty && !leansBack) ?? before[0])?.subject;
  const isFollowUp = before.length > 0 && prompt.leansBack;
  const isCarriedOn = isFollowUp && (prompt.forms.length > 0 || prompt.saysNothingNew);
  const lastAnswer = turns.findLast(({ role, text }) => role === "assistant" && text !== "")?.text ?? "";
  const isOnCode = isFollowUp && changes.test(last?.text ?? "") && /^```\w/m.test(lastAnswer);
  const ruled = rules.forms.filter((form) => systemForms.has(form));
  return {
    question: (last?.text ?? "").slice(0, longestQuestion),
    subject: isCarriedOn && earlier !== undefined ? earlier : prompt.subject.replace(/^what about |^how about /i, ""),
    earlier,
    isFollowUp,
    lastAnswer: lastAnswer.slice(0, longestAnswer),
    language: wantsLorem.test(last?.text.slice(0, longestQuestion) ?? "")
      ? lorem
      : languageFor(prompt, { rules, before }),
    forms: prompt.forms.length > 0 && !rules.wantsJson ? prompt.forms : isOnCode ? ["code"] : ruled,
    lengths: { ...rules.lengths, ...(more !== undefined && more > 0 && { items: more }), ...prompt.lengths },
    isBrief: prompt.isBrief || (rules.isBrief && prompt.forms.length === 0),
    isBare: prompt.isBare || rules.isBare,
    isPlain: prompt.isPlain || rules.isPlain,
    rules: instructions.slice(0, longestQuestion),
    persona:
      /\b(?:[Yy]ou are|[Yy]our name is|[Yy]ou're) (?:called |named )?(?!an?\b|the\b)(\p{Lu}[\p{L}\d-]{1,20})(?=[,. ]|$)/u.exec(
        instructions.slice(0, longestQuestion),
      )?.[1],
    userName: asked.map(({ text }) => introduced.exec(text.slice(0, 500))?.[1]).findLast((name) => name !== undefined),
    previous: asked.slice(0, -1).map(({ text }) => text.slice(0, 300)),
    attachments: last?.attachments ?? noAttachments,
  };
}

/** The last request; of “Another one” or “5 more” the one before it that says what, with that number in it. */
function lastRequest(asked: Conversation["turns"]): [last: Conversation["turns"][number] | undefined, count?: number] {
  const last = asked.at(-1);
  if (asked.length < 2 || last === undefined || last.text.length > 60) return [last];
  const found = moreWords.exec(last.text.trim());
  const before = asked.slice(0, -1).findLast(({ text }) => !moreWords.test(text.trim()) && text.trim() !== "");
  if (found === null || before === undefined) return [last];
  const { count: written = "" } = found.groups ?? {};
  const count = Number(written) || numberWords.indexOf(written.toLowerCase()) + 1;
  if (count === 0) return [before, 0];
  const again = before.text.replace(
    new RegExp(`\\b(?:\\d{1,3}|${numberWords.join("|")})\\b(?! more)`, "i"),
    `${count} more`,
  );
  return [{ ...before, text: again }, count];
}

const numberWords = "one two three four five six seven eight nine ten".split(" ");

/** Verbs for changes of existing code. */
const changes =
  /^(?:now |please |can you |could you )*(?:add|fix|improve|refactor|rewrite|make|change|simplify|optimi[sz]e|convert|write|use|remove)\b/i;

const moreWords =
  /^(?:(?:please|and|now|ok|okay|great|nice|haha),? )?(?:can (?:i|you) (?:have|get|give me|tell me|do) |(?:give|tell|show|write|make|list)(?: me)? )?(?:another(?: one)?|(?<count>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|some|a few) more(?: of (?:them|those|these))?|more of (?:them|those|these)|again|noch (?:eine?[nrs]?|mal|(?:\d|zwei|drei|vier|fünf)(?: mehr)?)|encore une?|une? autre|otr[oa]s?|un altro|un'altra|mais uma?|ещё(?: один| одну| раз)?|もう(?:一つ|ひとつ|1つ|一度)|再来一个|再来一次|另一个|하나 더|एक और)(?: (?:please|bitte|por favor|s'il te plaît))?[\s.!?。！？]*$/iu;

const introduced =
  /\b(?:[Mm]y name is|[Cc]all me|I am called|[Ii]ch heiße|[Jj]e m'appelle|[Mm]e llamo|I'm) (\p{Lu}\p{Ll}+)/u;

const wantsLorem = /\blorem ipsum\b|\b(?:placeholder|dummy|filler) text\b/i;

function languageFor(
  prompt: PromptReading,
  { rules, before }: { rules: PromptReading; before: PromptReading[] },
): Language | undefined {
  const asked = prompt.askedLanguage ?? rules.askedLanguage;
  if (asked !== undefined) return asked === "en" ? undefined : asked;
  // A word or two in a conversation say little by themselves: it goes on in its language.
  const earlier = prompt.isShort ? before.findLast(({ language }) => language !== undefined)?.language : undefined;
  return prompt.language ?? earlier;
}

const systemForms = new Set<Form>([
  "table",
  "bullets",
  "numbers",
  "json",
  "poem",
  "emoji",
  "title",
  "translation",
  "headings",
]);
