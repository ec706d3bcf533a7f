import { type Grammar, kindOf, valueAt } from "@model-access/contract";
import {
  type ContractDocument,
  componentName,
  listPlaces,
  type Response,
  resolved,
  type Schema,
} from "../contract-document.ts";
import { chatEvents } from "./dialects.ts";
import { innermostScope } from "./followers.ts";
import { readBlocks } from "./transcript.ts";

/** An explained block of a transcript. */
export interface Step {
  /** The kind of the event; undefined for a comment, the end marker and unknown events. */
  kind: string | undefined;
  text: string;
  /** Describes its effect on the stream, in Markdown. */
  says: string;
}

/** Explains a transcript block by block. */
export function explainSteps(document: ContractDocument, grammar: Grammar, transcript: string): Step[] {
  return readBlocks(transcript).map((block) => {
    if (block.data === undefined)
      return { kind: undefined, text: block.text, says: "A comment that keeps the connection open. Skip it." };
    if (block.data === "[DONE]")
      return { kind: undefined, text: block.text, says: "The end marker. Nothing follows it." };
    const payload: unknown = JSON.parse(block.data);
    const kind = kindOf(grammar, { ...block, data: block.data }, payload);
    const says = kind === undefined ? "An unknown kind. Skip it." : describeEvent(document, grammar, kind);
    return { kind, text: block.text, says: `${says}${kind === undefined ? "" : place(grammar, kind, payload)}` };
  });
}

/** Returns the contract's description of a kind of event. */
export function describeEvent(document: ContractDocument, grammar: Grammar, kind: string): string {
  if (grammar.dialect === "chat") return chatEvents[kind] ?? "";
  const name = findPayloadSchema(document, grammar, kind);
  return name === undefined ? "" : firstSentence(document.components.schemas[name]?.description);
}

/** Returns the name of an event's payload schema, by the variant with the event's name. */
export function findPayloadSchema(document: ContractDocument, grammar: Grammar, kind: string): string | undefined {
  const variants = findStreamSchema(document, grammar)?.anyOf ?? [];
  const payloads = variants.flatMap((variant) => {
    const reference = variant.properties?.data?.contentSchema?.$ref;
    return reference === undefined ? [] : [{ event: variant.properties?.event?.const, name: componentName(reference) }];
  });
  const isNamed = ({ event, name }: { event?: unknown; name: string }) =>
    event === kind || document.components.schemas[name]?.properties?.type?.const === kind;
  return (payloads.find(isNamed) ?? (grammar.dialect === "chat" ? payloads[0] : undefined))?.name;
}

/** Returns the schema of a dialect's events. */
function findStreamSchema(document: ContractDocument, { operation: id }: Grammar): Schema | undefined {
  const place = listPlaces(document).find(({ operation }) => operation.operationId === id);
  const reply = resolved<Response | undefined>(document, place?.operation.responses["200"]);
  return resolved(document, reply?.content?.["text/event-stream"]?.itemSchema);
}

const firstSentence = (text = "") => text.split(/(?<=\.)\s/)[0] ?? "";

/** Describes the block, item or part of an event, and whether the event opens or closes it. */
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

/** Display names of the grammars' scopes. */
export const scopeNames: Record<string, string> = {
  block: "content block",
  item: "output item",
  part: "content part",
  summaryPart: "summary part",
  arguments: "the arguments of item",
  search: "the web search of item",
};
