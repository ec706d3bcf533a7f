import type { RecordedBytes } from "@model-access/contract";
import type { Exchange, NewReply } from "./admin.ts";

/** The members of a JSON object that nobody has checked. */
type Fields = Record<string, unknown>;
/** A text as it grows, and the tools that are called, each by its place. */
interface Words {
  text: string;
  calls: Map<unknown, { name: string; json: string }>;
}

/** Operations in which a model speaks; the reply to one of them holds for all. */
export const speakingOperations = ["createChatCompletion", "createMessage", "createResponse", "queryBot"];

/**
 * A scripted reply that answers what an exchange asked with what it was answered: words where a model speaks, else the
 * whole body. What the exchange does not say is left empty for the reader to fill in; undefined where nothing can be
 * scripted.
 */
export function replyDraft({ operationId, request, response }: Exchange): NewReply | undefined {
  if (operationId === undefined) return undefined;
  const asked = fieldsIn(textOf(request.body));
  const model = modelIn(request.target, asked);
  const conditions = { operationId, ...(model !== undefined && { model }) };
  const answer = response?.status === 200 ? response.chunks.map(textOf).join("") : "";
  if (!speakingOperations.includes(operationId)) {
    const body = fieldsIn(answer);
    return Object.keys(body).length === 0 ? undefined : { ...conditions, body };
  }
  const question = lastQuestion(asked);
  const { text, calls } = wordsIn(answer);
  const toolCalls = [...calls.values()].map(({ name, json }) => ({ name, arguments: fieldsIn(json) }));
  return {
    ...conditions,
    ...(question !== "" && { text: question }),
    reply: { text, ...(toolCalls.length > 0 && { toolCalls }) },
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
  const turns = [messages, input, query].map(listIn).find(({ length }) => length > 0) ?? [];
  const content = turns.findLast(({ role }) => role === "user")?.content;
  return (
    textIn(content) +
    listIn(content)
      .map(({ text }) => textIn(text))
      .join("")
  );
}

/** Returns the words of an answer in any of the four forms, whole or as an event stream. */
function wordsIn(answer: string): Words {
  const words: Words = { text: "", calls: new Map() };
  const whole = fieldsIn(answer);
  for (const { message } of firstChoice(whole)) addMessage(words, objectIn(message));
  for (const [index, block] of [...listIn(whole.content), ...listIn(whole.output)].entries()) {
    addBlock(words, index, block);
  }
  for (const event of answer.split(/\r?\n\r?\n/)) {
    const lines = [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line = ""]) => line);
    addEvent(words, /^event: ?(.*)$/m.exec(event)?.[1], fieldsIn(lines.join("\n")));
  }
  return words;
}

function addEvent(words: Words, event: string | undefined, data: Fields): void {
  const { type, index, output_index, text, delta } = data;
  const change = objectIn(delta);
  if (event === "replace_response") words.text = "";
  if (event === "text" || event === "replace_response") words.text += textIn(text);
  if (type === "response.output_text.delta") words.text += textIn(delta);
  words.text += textIn(change.text);
  for (const choice of firstChoice(data)) addMessage(words, objectIn(choice.delta));
  if (type === "content_block_start") addBlock(words, index, { ...objectIn(data.content_block), input: "" });
  if (change.type === "input_json_delta") addCall(words, index, { arguments: change.partial_json });
  const item = objectIn(data.item);
  if (type === "response.output_item.done" && item.type === "function_call") addCall(words, output_index, item);
}

/** A message of a chat completion, or a piece of one. */
function addMessage(words: Words, { content, tool_calls }: Fields): void {
  words.text += textIn(content);
  for (const [place, call] of listIn(tool_calls).entries()) {
    addCall(words, call.index ?? place, objectIn(call.function));
  }
}

/** A block of a message, or an item of a response. */
function addBlock(words: Words, place: unknown, block: Fields): void {
  const { type, text, content, name, input } = block;
  if (type === "text") words.text += textIn(text);
  if (type === "message") for (const part of listIn(content)) words.text += textIn(part.text);
  if (type === "tool_use") addCall(words, place, { name, arguments: input });
  if (type === "function_call") addCall(words, place, block);
}

/** Arguments are JSON, or an object already. */
function addCall({ calls }: Words, place: unknown, { name, arguments: given }: Fields): void {
  const call = calls.get(place) ?? { name: "", json: "" };
  const json = typeof given === "object" ? JSON.stringify(given) : textIn(given);
  calls.set(place, { name: call.name + textIn(name), json: call.json + json });
}

/** Of several choices, the first is scripted. */
const firstChoice = ({ choices }: Fields) => listIn(choices).filter(({ index = 0 }) => index === 0);

const textOf = (bytes: RecordedBytes | undefined) => (bytes !== undefined && "text" in bytes ? bytes.text : "");
const textIn = (value: unknown) => (typeof value === "string" ? value : "");
const objectIn = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(objectIn) : []);

/** The members of a JSON object; none where the text is something else. */
function fieldsIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? {} : objectIn(value);
  } catch {
    return {};
  }
}
