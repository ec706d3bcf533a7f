import { type Grammar, kindOf, valueAt } from "@model-access/contract";
import { type ContractDocument, nameOf, placesOf, type Response, resolved, type Schema } from "../contract-document.ts";
import { chatEvents } from "./dialects.ts";
import { innermostScope } from "./followers.ts";
import { blocksOf } from "./transcript.ts";

/** One block of a transcript, explained. */
export interface Step {
  /** The kind of the event; undefined for a comment, the mark at the end, and what the grammar does not know. */
  kind: string | undefined;
  text: string;
  /** Describes its effect on the stream, in Markdown. */
  says: string;
}

/** Explains a transcript block by block. */
export function stepsOf(document: ContractDocument, grammar: Grammar, transcript: string): Step[] {
  return blocksOf(transcript).map((block) => {
    if (block.data === undefined)
      return { kind: undefined, text: block.text, says: "A comment that keeps the connection open. Skip it." };
    if (block.data === "[DONE]")
      return { kind: undefined, text: block.text, says: "The end marker. Nothing follows it." };
    const payload: unknown = JSON.parse(block.data);
    const kind = kindOf(grammar, { ...block, data: block.data }, payload);
    const says = kind === undefined ? "An unknown kind. Skip it." : eventSays(document, grammar, kind);
    return { kind, text: block.text, says: `${says}${kind === undefined ? "" : place(grammar, kind, payload)}` };
  });
}

/** Describes a kind of event, in the words of the contract. */
export function eventSays(document: ContractDocument, grammar: Grammar, kind: string): string {
  if (grammar.dialect === "chat") return chatEvents[kind] ?? "";
  const name = payloadSchemaOf(document, grammar, kind);
  return name === undefined ? "" : firstSentence(document.components.schemas[name]?.description);
}

/** The schema of the payload of an event, by the variant of the stream's events that has its name. */
export function payloadSchemaOf(document: ContractDocument, grammar: Grammar, kind: string): string | undefined {
  const variants = streamSchemaOf(document, grammar)?.anyOf ?? [];
  const payloads = variants.flatMap((variant) => {
    const reference = variant.properties?.data?.contentSchema?.$ref;
    return reference === undefined ? [] : [{ event: variant.properties?.event?.const, name: nameOf(reference) }];
  });
  const isNamed = ({ event, name }: { event?: unknown; name: string }) =>
    event === kind || document.components.schemas[name]?.properties?.type?.const === kind;
  return (payloads.find(isNamed) ?? (grammar.dialect === "chat" ? payloads[0] : undefined))?.name;
}

/** The schema of the events that a dialect's operation streams. */
function streamSchemaOf(document: ContractDocument, { operation: id }: Grammar): Schema | undefined {
  const place = placesOf(document).find(({ operation }) => operation.operationId === id);
  const reply = resolved<Response | undefined>(document, place?.operation.responses["200"]);
  return resolved(document, reply?.content?.["text/event-stream"]?.itemSchema);
}

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

/** Display names of the grammars' scopes. */
export const scopeNames: Record<string, string> = {
  block: "content block",
  item: "output item",
  part: "content part",
  summaryPart: "summary part",
  arguments: "the arguments of item",
  search: "the web search of item",
};
