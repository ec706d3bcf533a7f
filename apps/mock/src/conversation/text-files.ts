import type { ScriptedReply } from "./scripted-reply.js";

/**
 * Returns a reply with the texts of its `textFile` in their place. Of the dollars in them, only those of a name refer to
 * something: `$<question>`, `$<city>`.
 */
export function inlineTextFiles<Given extends ScriptedReply>(given: Given, readText: (file: string) => string): Given {
  const { textFile, ...reply } = given.reply ?? {};
  if (textFile === undefined) return given;
  const texts = [textFile].flat().map((file) => {
    const text = readText(file).trimEnd();
    return given.pattern === undefined ? text : text.replaceAll(/\$(?!<)/g, "$$$$");
  });
  return { ...given, reply: { ...reply, text: typeof textFile === "string" ? (texts[0] ?? "") : texts } };
}
