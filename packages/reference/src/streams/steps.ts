import { type Grammar, kindOf, valueAt } from "@model-access/contract";
import type { ContractDocument, Schema } from "../contract-document.ts";
import { nameOf } from "../contract-document.ts";
import { chatEvents } from "./dialects.ts";
import { innermostScope } from "./followers.ts";
import { blocksOf } from "./transcript.ts";

/** One block of a transcript, explained. */
export interface Step {
  /** The kind of the event; undefined for a comment, the mark at the end, and what the grammar does not know. */
  kind: string | undefined;
  text: string;
  /** What it does to the stream, in Markdown. */
  says: string;
}

/** Explains a transcript block by block. */
export function stepsOf(document: ContractDocument, grammar: Grammar, transcript: string): Step[] {
  return blocksOf(transcript).map((block) => {
    if (block.data === undefined)
      return { kind: undefined, text: block.text, says: "A comment. It keeps the connection open; skip it." };
    if (block.data === "[DONE]")
      return { kind: undefined, text: block.text, says: "The mark after which nothing comes." };
    const payload: unknown = JSON.parse(block.data);
    const kind = kindOf(grammar, { ...block, data: block.data }, payload);
    const says = kind === undefined ? "A kind that is not listed here. Skip it." : eventSays(document, grammar, kind);
    return { kind, text: block.text, says: `${says}${kind === undefined ? "" : place(grammar, kind, payload)}` };
  });
}

/** What an event of a kind is for, in the words of the contract. */
export function eventSays(document: ContractDocument, grammar: Grammar, kind: string): string {
  if (grammar.dialect === "chat") return chatEvents[kind] ?? "";
  const name = payloadSchemaOf(document, kind);
  return name === undefined ? "" : firstSentence(document.components.schemas[name]?.description);
}

/** The schema of the payload of an event that has a name on the wire. */
export function payloadSchemaOf({ components: { schemas } }: ContractDocument, kind: string): string | undefined {
  const streams = Object.entries(schemas).filter(([name]) => name.endsWith("StreamEvent"));
  for (const [, { anyOf = [] }] of streams) {
    const variant = anyOf.find(({ title, properties }) => title === kind || names(properties?.event, kind));
    const payload = variant?.properties?.data?.contentSchema?.$ref;
    if (payload !== undefined) return nameOf(payload);
  }
  return Object.entries(schemas).find(([, { properties }]) => properties?.type?.const === kind)?.[0];
}

const names = (event: Schema | undefined, kind: string) => event?.const === kind;

const firstSentence = (text = "") => text.split(/(?<=\.)\s/)[0] ?? "";

/** Says to which block, item or part an event belongs, and whether it opens or closes it. */
function place(grammar: Grammar, kind: string, payload: unknown): string {
  const rule = grammar.events[kind];
  const scope = rule && innermostScope(rule);
  if (rule === undefined || scope === undefined) return "";
  const { key = [], closed = [] } = grammar.scopes?.[scope] ?? {};
  const { from, to } = rule.scopes?.[scope] ?? { from: [] };
  const numbers = key.map((pointer) => String(valueAt(payload, pointer) ?? "?")).join(".");
  const name = `${scopeNames[scope] ?? scope} ${numbers}`;
  if (to !== undefined && closed.includes(to)) return ` It closes ${name}.`;
  return from.includes("absent") && !from.includes("open") ? ` It opens ${name}.` : ` It belongs to ${name}.`;
}

/** What people call the scopes of the grammars. */
export const scopeNames: Record<string, string> = {
  block: "content block",
  item: "output item",
  part: "content part",
  summaryPart: "summary part",
  arguments: "the arguments of item",
  search: "the web search of item",
};
