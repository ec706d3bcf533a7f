import { compose } from "../src/conversation/compose.js";
import type { Conversation, Turn } from "../src/conversation/conversation.js";

export const turn = (role: Turn["role"], text: string): Turn => ({
  role,
  text,
  attachments: [],
  toolCalls: [],
  toolCallId: undefined,
});

export function conversation(turns: Turn[], change: Partial<Conversation> = {}): Conversation {
  return {
    model: "GPT-5.2",
    turns,
    instructions: "",
    maxTokens: undefined,
    stop: [],
    tools: [],
    toolChoice: { kind: "auto" },
    mayCallInParallel: true,
    format: { kind: "text" },
    reasoning: undefined,
    webSearch: false,
    ...change,
  };
}

export const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns the model's text for a prompt. */
export async function say(prompt: string, change: Partial<Conversation> = {}, seed = 1): Promise<string> {
  return (await compose(conversation([turn("user", prompt)], change), { seed })).text.join("");
}

/** The calls that the model makes for a prompt. */
export async function callsFor(prompt: string, change: Partial<Conversation>, seed = 1) {
  const { toolCalls } = await compose(conversation([turn("user", prompt)], change), { seed });
  return toolCalls.map(({ name, arguments: pieces }) => ({ name, arguments: JSON.parse(pieces.join("")) as unknown }));
}

/** The fenced blocks of a text, with their languages. */
export function fencesIn(text: string): { tag: string; code: string }[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, tag = "", code = ""]) => ({ tag, code }));
}
