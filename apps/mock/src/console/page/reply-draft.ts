import type { RecordedBytes } from "@model-access/contract";
import type { Exchange, NewReply } from "./admin.js";
import { type Fields, fieldsOf, listIn } from "./json-fields.js";
import { streamedWords } from "./streamed-words.js";

/** Operations in which a model speaks; the reply to one of them holds for all. */
export const speakingOperations = ["createChatCompletion", "createMessage", "createResponse", "queryBot"];

/**
 * A scripted reply that answers what an exchange asked with what it was answered: words where a model speaks, else the
 * whole body. What the exchange does not say is left empty for the reader to fill in; undefined where nothing can be
 * scripted.
 */
export function replyDraft({ operationId, request, response }: Exchange): NewReply | undefined {
  if (operationId === undefined) return undefined;
  const asked = fieldsIn(request.body);
  const model = modelIn(request.target, asked);
  const conditions = { operationId, ...(model !== undefined && { model }) };
  const chunks = response?.chunks ?? [];
  if (!speakingOperations.includes(operationId)) {
    const body = response?.status === 200 ? fieldsIn(chunks[0]) : {};
    return Object.keys(body).length === 0 ? undefined : { ...conditions, body };
  }
  const question = lastQuestion(asked);
  const wire = chunks.map(textOf).join("");
  const words = response?.status === 200 ? (wordsIn(wire) ?? streamedWords(wire)) : {};
  return {
    ...conditions,
    ...(question !== "" && { text: question }),
    reply: { text: words.text ?? "", ...(words.toolCalls !== undefined && { toolCalls: words.toolCalls }) },
  };
}

function modelIn(target: string, { model }: Fields): string | undefined {
  const [, bot] = /^\/bot\/([^/?]+)/.exec(target) ?? [];
  const name = bot === undefined ? model : decodeURIComponent(bot);
  return typeof name === "string" ? name.replace(/!.*/, "") : undefined; // a fault that its name asks for is no part of it
}

/** Returns the user's last words, in any of the four forms of a conversation. */
function lastQuestion({ messages, input, query }: Fields): string {
  if (typeof input === "string") return input;
  const turns = [messages, input, query].find(Array.isArray) as Fields[] | undefined;
  const content = turns?.findLast((turn) => turn?.role === "user")?.content;
  if (typeof content === "string") return content;
  return listIn(content)
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .join("");
}

/** Returns the words of a plain reply; undefined where the text isn't one. */
function wordsIn(text: string): NewReply["reply"] {
  const { choices, content, output } = fieldsOf(text);
  const calls: { name: unknown; arguments: unknown }[] = [];
  const texts: unknown[] = [];
  const [choice] = listIn(choices);
  const message = choice?.message as Fields | undefined;
  if (message !== undefined) {
    texts.push(message.content);
    calls.push(...listIn(message.tool_calls).map((call) => call.function as { name: unknown; arguments: unknown }));
  } else if (Array.isArray(content)) {
    for (const block of listIn(content)) {
      if (block.type === "text") texts.push(block.text);
      if (block.type === "tool_use") calls.push({ name: block.name, arguments: block.input });
    }
  } else if (Array.isArray(output)) {
    for (const item of listIn(output)) {
      if (item.type === "message") texts.push(...listIn(item.content).map((part) => part.text));
      if (item.type === "function_call") calls.push({ name: item.name, arguments: item.arguments });
    }
  } else {
    return undefined;
  }
  const toolCalls = calls.map(({ name, arguments: given }) => ({
    name: String(name),
    arguments: typeof given === "string" ? fieldsOf(given) : { ...(given as Fields) },
  }));
  const said = texts.filter((part) => typeof part === "string").join("");
  return { text: said, ...(toolCalls.length > 0 && { toolCalls }) };
}

const textOf = (bytes: RecordedBytes) => ("text" in bytes ? bytes.text : "");

function fieldsIn(bytes: RecordedBytes | undefined): Fields {
  return bytes === undefined ? {} : fieldsOf(textOf(bytes));
}
