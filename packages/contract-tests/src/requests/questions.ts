import type { ChatCompletionRequest, MessageParam, MessageRequest } from "@model-access/contract";
import type { Call, CannotCall, Facts, ModelUse } from "../exchange.js";

/** A letter of four bytes. */
export const wave = "🌊";

/** Letters of two, three and four bytes, which a deployment has to bring back as they are. */
export const letters = `Zürich ${wave} grüßt 東京`;

/** Several lines with letters beyond ASCII, marks that pages escape, quotes and blanks that a careless reader drops. */
export const manyLines = `ready, ${letters}

<b>One & Two</b>  "Three"  'FOUR'
  - if (a < b && c > d) return "five";
  - six, seven, eight, nine and ten
and so on until the end of this text, which has neither a heading nor a closing remark`;

/** Asks for a text that stands in the question, so that what is lost or spoilt on the way shows. */
export const saying = (text: string): string => `Reply with exactly this: ${text}`;

export const sayLetters = saying(letters);

/** The question of most calls: little to read, less to answer. */
export const question = saying(`ready, ${letters}`);

export const questionOfLines = saying(manyLines);

/** The most tokens that an answer may cost. */
export const shortAnswer = 64;

export const noSuchModel = "contract-tests-no-such-model";

export function withModel(facts: Facts, use: ModelUse, write: (model: string) => Call): Call | CannotCall {
  const model = facts.modelFor(use);
  return model === undefined ? { because: `the model list has no text model for ${use}` } : write(model);
}

/** The model for a call that is refused for another reason: a real one where there is one. */
export function anyModel(facts: Pick<Facts, "modelFor">, use: ModelUse): string {
  return facts.modelFor(use) ?? noSuchModel;
}

/** The limit of tokens for a long answer; high enough for any upstream's least. */
export const fewTokens = 16;

/** In German: its words have letters beyond ASCII, which a stream may spoil. */
const longAnswer =
  "eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn, zwanzig, dreißig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig, hundert, danach fünfhundert, und zum Schluß die Zahl tausend";

/** Writes so many sentences that say nothing, to make a prompt long: each has nine words, and 45 characters. */
export const filler = (times: number) => "The quick brown fox jumps over the lazy dog. ".repeat(times);

/** A question whose answer is long. */
export const longQuestion = saying(longAnswer);

/** Long enough for its tokens to be missed where it is left out. */
export const systemMessage =
  "You are brief. Keep to what was asked, and leave out greetings, explanations, headings and closing remarks. Where a single word or a bare list of numbers will do, give that and nothing else, in the language of the question, without a comment on how you came to it or on what else could be said.";

/** Long enough for their tokens to be missed, too. */
export const earlierTurns = [
  {
    role: "user",
    content:
      "Before we begin, please note the following: this conversation belongs to an automatic test, nobody reads along, the answers are compared with what was asked for, and every sentence that is said here counts towards the number of words that a prompt has in the end.",
  },
  {
    role: "assistant",
    content:
      "Understood. This conversation belongs to an automatic test, and I will answer with exactly the text that is asked for, letter by letter and in the same order, without adding a greeting before it, a remark after it or a translation of any of the words in it.",
  },
] as const;

/** A question that is answered already: a reply that answers it again shows that the turns came in another order. */
const answered = "first things first";

/** The turns of a conversation that ends with a question. */
export const turnsBefore = (question: string) =>
  [
    { role: "user", content: saying(answered) },
    { role: "assistant", content: answered },
    ...earlierTurns,
    { role: "user", content: question },
  ] satisfies MessageParam[];

export const askMuch = (model: string) =>
  ({
    model,
    messages: [{ role: "user", content: longQuestion }],
    max_tokens: fewTokens,
    temperature: 0,
  }) satisfies ChatCompletionRequest & MessageRequest;

/** A question that other calls have too, at the end of a conversation, with a system message before it: it is to be answered for itself. */
export const converse = (model: string): ChatCompletionRequest => ({
  ...askMuch(model),
  messages: [{ role: "system", content: systemMessage }, ...turnsBefore(questionOfLines)],
});

/** A long question at the end of a conversation without a system message, for the interfaces that have another place for it. */
export const converseWithoutSystem = (model: string) => ({ ...askMuch(model), messages: turnsBefore(longQuestion) });
