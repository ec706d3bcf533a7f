/** How many tokens a long answer may have; many enough for any upstream's least. */
export const fewTokens = 16;

/** In German: its words have letters beyond ASCII, which a stream may spoil. */
const longQuestion =
  "Count from 1 to 200 in German words, one number after the other, separated by commas, without any other text before, between or after them, and do not stop before you have reached two hundred.";

/** A question whose answer is long, and is cut off soon. */
export const askMuch = (model: string) => ({
  model,
  messages: [{ role: "user", content: longQuestion }],
  max_tokens: fewTokens,
  temperature: 0,
});

/** Long enough for its tokens to be missed where it is left out. */
export const systemMessage =
  "You are brief. Keep to what was asked, and leave out greetings, explanations, headings and closing remarks. Where a single word or a bare list of numbers will do, give that and nothing else, in the language of the question, without a comment on how you came to it or on what else could be said.";

/** None of its words is less than a token. */
export const systemWords = systemMessage.split(" ").length;
