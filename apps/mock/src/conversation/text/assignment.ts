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
  const last = asked.at(-1);
  const prompt = readPrompt(last?.text ?? "");
  const rules = readPrompt(instructions);
  const before = asked.slice(0, -1).map(({ text }) => readPrompt(text));
  const earlier = (before.findLast(({ isEmpty, leansBack }) => !isEmpty && !leansBack) ?? before[0])?.subject;
  const isFollowUp = before.length > 0 && prompt.leansBack;
  const isCarriedOn = isFollowUp && (prompt.forms.length > 0 || prompt.saysNothingNew);
  const lastAnswer = turns.findLast(({ role, text }) => role === "assistant" && text !== "")?.text ?? "";
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
    forms: prompt.forms.length > 0 && !rules.wantsJson ? prompt.forms : ruled,
    lengths: { ...rules.lengths, ...prompt.lengths },
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
