import type { Reply } from "../src/conversation/reply.js";

const usage = { inputTokens: 40, outputTokens: 30, reasoningTokens: 0 };

const text: Reply = {
  reasoning: [],
  text: ["Nine ", "sheep ", "are ", "left."],
  toolCalls: [],
  citations: [],
  searchQuery: undefined,
  finish: { reason: "stop" },
  usage,
};

/** One reply of each kind, for the tests of how the interfaces write them. */
export const replies: Record<string, Reply> = {
  text,
  "text cut at the limit": { ...text, text: ["Nine ", "sheep"], finish: { reason: "length" } },
  "text ended by a stop sequence": { ...text, finish: { reason: "stop_sequence", stopSequence: "###" } },
  reasoning: {
    ...text,
    reasoning: ["All but 9 ", "means that 9 ", "stay."],
    usage: { ...usage, reasoningTokens: 12 },
  },
  "reasoning cut at the limit": {
    ...text,
    reasoning: ["All but 9 "],
    text: [],
    finish: { reason: "length" },
    usage: { ...usage, reasoningTokens: 30 },
  },
  "tool calls": {
    ...text,
    text: [],
    toolCalls: [
      { name: "get_weather", arguments: ['{"place":', '"Bergen"}'] },
      { name: "get_weather", arguments: ['{"pl', 'ace":"Oslo"}'] },
    ],
    finish: { reason: "tool_calls" },
  },
  "text and a tool call": {
    ...text,
    toolCalls: [{ name: "get_time", arguments: ["{}"] }],
    finish: { reason: "tool_calls" },
  },
  "a web search": {
    ...text,
    searchQuery: "sheep left",
    citations: [{ url: "https://sheep.example/nine", title: "Nine sheep", start: 0, end: 10 }],
  },
};
