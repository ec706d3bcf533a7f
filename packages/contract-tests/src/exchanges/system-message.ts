/** Long enough for its tokens to be missed where it is left out. */
export const systemMessage =
  "You are brief. Keep to what was asked, and leave out greetings, explanations, headings and closing remarks. Where a single word or a bare list of numbers will do, give that and nothing else, in the language of the question, without a comment on how you came to it or on what else could be said.";

/** None of its words is less than a token. */
export const systemWords = systemMessage.split(" ").length;
