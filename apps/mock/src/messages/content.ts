import { createHash } from "node:crypto";
import type { MessageContentBlock } from "@model-access/contract";
import { isObject, parseJson } from "../conversation/json.js";
import type { Reply } from "../conversation/reply.js";
import type { MakeId } from "../ids.js";

interface ContentOptions {
  makeId: MakeId;
  seed: number;
  /** False where the request wants no thoughts in the reply; their signature is there all the same. */
  showsThoughts: boolean;
}

export function writeContent(
  { reasoning, text, toolCalls }: Reply,
  { makeId, seed, showsThoughts }: ContentOptions,
): MessageContentBlock[] {
  const thoughts = reasoning.join("");
  const signature = createHash("sha512").update(`${seed} ${thoughts}`).digest("base64");
  return [
    ...(reasoning.length > 0
      ? [{ type: "thinking" as const, thinking: showsThoughts ? thoughts : "", signature }]
      : []),
    ...(text.length > 0 ? [{ type: "text" as const, text: text.join("") }] : []),
    ...toolCalls.map(({ name, arguments: pieces }) => ({
      type: "tool_use" as const,
      id: makeId("toolu_", 24),
      name,
      input: inputOf(pieces.join("")),
    })),
  ];
}

/** Reads the arguments of a call; those that are scripted can be no JSON object, for which a whole block has no place. */
function inputOf(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}
