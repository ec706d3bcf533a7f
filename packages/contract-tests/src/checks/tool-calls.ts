import { valueAt } from "@model-access/contract";
import { type DialectName, dialectOfCall } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { listAt } from "../reading/joined-text.js";
import { parseJson } from "../reading/parse-json.js";
import { isStreamed, saidIn, sentIn } from "../reading/said.js";
import { type ToolCall, toolCallsIn } from "../reading/tool-calls.js";
import { toolNames } from "../requests/tool.js";
import { broken, type Fault, pass, type Verdict } from "../rule.js";

export function judgeNoTool(exchange: Exchange, message: string): Verdict {
  const [call] = toolCallsIn(exchange);
  if (call === undefined) return pass;
  return broken({ message, expected: "no tool call", actual: String(call.name), pointer: call.at.name, exchange });
}

/** Judges a reply that must call a tool: each call has an id of its own, the name of a tool and an input that it takes. */
export function judgeToolCalls(exchange: Exchange, names: string[] = toolNames): Verdict {
  const { tools, rows } = dialectOfCall(exchange.plan);
  const { list, finish } = tools;
  const calls = toolCallsIn(exchange);
  if (calls.length === 0)
    return broken({
      message: "No tool was called.",
      expected: "a call of a tool",
      pointer: list,
      ...(rows.options && { requirement: rows.options }),
    });
  for (const call of calls) {
    const verdict = judgeToolCall(call, names);
    if (verdict.outcome !== "pass") return verdict;
  }
  const twice = calls.find(({ id }, index) => calls.findIndex((other) => other.id === id) < index);
  if (twice !== undefined) return sameId(twice);
  const said = saidIn(exchange);
  if (finish === undefined || said.finish === finish || said.isCut) return pass;
  return broken({
    message: `A tool is called, and the reply says that it ended with ${JSON.stringify(said.finish)}.`,
    expected: finish,
    actual: String(said.finish),
    pointer: said.at.finish,
    provenance: "observed",
    ...(rows.finish && { requirement: rows.finish }),
  });
}

/** Judges a reply that has to call a tool, the one that was named where one was; the pieces of a stream have to be what clients join. */
export function judgeForcedCalls(exchange: Exchange): Verdict {
  const choice = valueAt(sentIn(exchange), "/tool_choice");
  const named = valueAt(choice, "/function/name") ?? valueAt(choice, "/name");
  const fault = isStreamed(exchange) ? faultsInPieces[dialectOfCall(exchange.plan).name](exchange) : undefined;
  if (fault !== undefined) return broken(fault);
  const verdict = judgeToolCalls(exchange, typeof named === "string" ? [named] : toolNames);
  const isCut = verdict.outcome === "broken" && saidIn(exchange).isCut;
  return isCut ? { outcome: "skip", reason: "The reply was cut off." } : verdict;
}

/** Finds what is wrong with the pieces of tool calls alone, by the interface. */
const faultsInPieces: Record<DialectName, (exchange: Exchange) => Fault | undefined> = {
  /** Clients join the pieces of a call by their index, and some the pieces of its name. */
  chat: (exchange) => {
    const pieces = exchange.stream().payloads.flatMap((payload) => listAt(payload, "/choices/0/delta/tool_calls"));
    const pointer = "/choices/0/delta/tool_calls/0";
    const numbers = pieces.map((piece) => valueAt(piece, "/index"));
    if (numbers.some((number) => typeof number !== "number"))
      return { message: "A piece of the tool call has no index.", expected: "a number", pointer: `${pointer}/index` };
    const first = Math.min(...numbers.map(Number));
    if (pieces.length > 0 && first !== 0) {
      const message = `The first tool call has the index ${first}; a client that fills a list by it gets a hole.`;
      return { message, expected: 0, actual: first, pointer: `${pointer}/index`, provenance: "upstream" };
    }
    const all = pieces.map((piece, at) => ({
      index: numbers[at],
      id: valueAt(piece, "/id") || undefined,
      name: valueAt(piece, "/function/name") || undefined,
    }));
    const isAnother = (one: Piece, other: Piece) => one.index === other.index && (one.id ?? other.id) !== other.id;
    if (all.some((one) => all.some((other) => other.id !== undefined && isAnother(one, other))))
      return { message: "The pieces of a tool call have different ids.", pointer: `${pointer}/id` };
    const isAgain = (member: "id" | "name") => (one: Piece, at: number) =>
      one[member] !== undefined &&
      all.findIndex((each) => each.index === one.index && each[member] === one[member]) < at;
    const again = (["name", "id"] as const).find((member) => all.some(isAgain(member)));
    if (again !== undefined) {
      const what = again === "name" ? "name of the tool" : "id of the tool call";
      const message = `The ${what} comes more than once; a client that joins pieces takes them for one.`;
      const place = again === "name" ? "function/name" : "id";
      return { message, expected: "once", pointer: `${pointer}/${place}`, provenance: "upstream" };
    }
    if (pieces.length === 0 || pieces.some((piece) => valueAt(piece, "/type") === "function")) return undefined;
    const message = "No piece of the tool call has its type, without which the official client throws.";
    return { message, expected: "function", pointer: `${pointer}/type`, provenance: "upstream" };
  },
  /** A client adds the pieces of an input to what its block starts with. */
  messages: (exchange) => {
    const pointer = "/content_block/input";
    const inputs = exchange.stream().payloads.map((payload) => valueAt(payload, pointer));
    const at = inputs.findIndex((input) => Object.keys(input ?? {}).length > 0);
    if (at === -1) return undefined;
    const message = "The tool_use block starts with an input, which a client joins with the pieces that follow.";
    return { message, expected: "{}", pointer, eventNumber: at + 1 };
  },
  responses: () => undefined,
};

type Piece = Record<"index" | "id" | "name", unknown>;

/** Judges the input of a call of our tools: the city as a string. */
export function judgeToolInput(given: unknown, pointer: string): Verdict {
  const input = typeof given === "string" ? parseJson(given) : given;
  if (typeof valueAt(input, "/city") === "string") return pass;
  const actual = String(typeof given === "string" ? given : JSON.stringify(given)).slice(0, 80);
  const message = `The JSON has no city as a text: ${actual}`;
  return broken({ message, expected: '{"city": string}', actual, pointer });
}

function judgeToolCall({ id, name, input, inputType, at }: ToolCall, names: string[]): Verdict {
  if (typeof id !== "string" || id === "")
    return broken({ message: "A call of a tool has no id.", expected: "a string", pointer: at.id });
  if (!names.includes(String(name)))
    return broken({
      message: `The tool that was called is ${JSON.stringify(name)}.`,
      expected: names.join(" or "),
      actual: String(name),
      pointer: at.name,
    });
  if (typeof input !== inputType)
    return broken({
      message: `The input of a tool is of the type ${typeof input}.`,
      expected: inputType,
      actual: typeof input,
      pointer: at.input,
    });
  return judgeToolInput(input, at.input);
}

export function sameId({ id, at }: ToolCall): Verdict {
  return broken({ message: `Two calls of a tool have the id ${String(id)}.`, actual: String(id), pointer: at.id });
}
