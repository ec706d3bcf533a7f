import { valueAt } from "@model-access/contract";
import { type Dialect, type DialectName, dialectOfCall } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { jsonOf } from "../wire/wire.js";
import { listAt } from "./joined-text.js";
import { isStreamed } from "./said.js";

export interface ToolCall {
  id: unknown;
  name: unknown;
  input: unknown;
  inputType: "string" | "object";
  at: Record<"id" | "name" | "input", string>;
}

type WholeCall = ToolCall & Record<"id" | "name", string>;

export function toolCallsIn(exchange: Exchange): ToolCall[] {
  const dialect = dialectOfCall(exchange.plan);
  if (isStreamed(exchange))
    return streamedCalls[dialect.name](exchange.stream().payloads).map((call) => ({ ...call, inputType: "string" }));
  return callsInBody(exchange.reply && jsonOf(exchange.reply)?.value, dialect);
}

export function callsInBody(body: unknown, { tools }: Dialect): ToolCall[] {
  return listAt(body, tools.list).flatMap((call, index): ToolCall[] => {
    if (tools.type !== undefined && valueAt(call, "/type") !== tools.type) return [];
    const at = (pointer: string) => `${tools.list}/${index}${pointer}`;
    return [
      {
        id: valueAt(call, tools.id),
        name: valueAt(call, tools.name),
        input: valueAt(call, tools.input),
        inputType: tools.inputType,
        at: { id: at(tools.id), name: at(tools.name), input: at(tools.input) },
      },
    ];
  });
}

/** Reads the calls of tools in a body, where each can be sent back with its result; none where one can't. */
export function wholeCallsIn(body: unknown, dialect: Dialect): WholeCall[] {
  const calls = callsInBody(body, dialect);
  const isWhole = (call: ToolCall): call is WholeCall =>
    typeof call.id === "string" &&
    typeof call.name === "string" &&
    call.input !== null &&
    typeof call.input === call.inputType;
  return calls.every(isWhole) ? calls : [];
}

/** Readers of each interface's streams; they join pieces as clients do. */
const streamedCalls: Record<DialectName, (payloads: unknown[]) => Omit<ToolCall, "inputType">[]> = {
  chat: (payloads) => {
    const pieces = payloads.flatMap((payload) => listAt(payload, "/choices/0/delta/tool_calls"));
    const list = "/choices/0/delta/tool_calls/0";
    return groupedBy(pieces, "/index").map((group) => ({
      id: textsAt(group, "/id")[0],
      name: nameIn(textsAt(group, "/function/name")),
      input: textsAt(group, "/function/arguments").join(""),
      at: { id: `${list}/id`, name: `${list}/function/name`, input: `${list}/function/arguments` },
    }));
  },
  messages: (payloads) =>
    groupedBy(payloads, "/index")
      .filter((group) => group.some((payload) => valueAt(payload, "/content_block/type") === "tool_use"))
      .map((group) => ({
        id: textsAt(group, "/content_block/id")[0],
        name: textsAt(group, "/content_block/name")[0],
        input: textsAt(group, "/delta/partial_json").join(""),
        at: { id: "/content_block/id", name: "/content_block/name", input: "/delta/partial_json" },
      })),
  responses: (payloads) =>
    groupedBy(payloads, "/output_index")
      .filter((group) => group.some((payload) => valueAt(payload, "/item/type") === "function_call"))
      .map((group) => ({
        id: textsAt(group, "/item/call_id")[0],
        name: textsAt(group, "/item/name")[0],
        input: textsAt(group, "/delta").join(""),
        at: { id: "/item/call_id", name: "/item/name", input: "/delta" },
      })),
};

/** Some repeat the name in each piece. */
const nameIn = (names: string[]) => (names.every((name) => name === names[0]) ? names[0] : names.join(""));

/** Groups what has the same number; what has none is left out. */
function groupedBy(values: unknown[], pointer: string): unknown[][] {
  const numbers = new Set(values.map((value) => valueAt(value, pointer)).filter((each) => typeof each === "number"));
  return [...numbers].map((number) => values.filter((value) => valueAt(value, pointer) === number));
}

function textsAt(values: unknown[], pointer: string): string[] {
  return values
    .map((value) => valueAt(value, pointer))
    .filter((text): text is string => typeof text === "string" && text !== "");
}
