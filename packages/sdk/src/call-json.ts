import { type CallOptions, call, type Start } from "./call.js";
import type { Engine } from "./engine.js";
import { responseFormatError } from "./errors/response-format-error.js";

interface JSONCallArguments {
  engine: Engine;
  options: CallOptions;
  /** The array that makes the answer what it is. */
  member: string;
  start: Start<"text", string>;
}

/** Makes one call whose answer is a JSON object. The text is parsed here, so that a broken one gets its type. */
export async function callJSON<Result>({ engine, options, member, start }: JSONCallArguments): Promise<Result> {
  const {
    exchange,
    data: text = "",
    link,
  } = await call({ engine, options, parseAs: "text", accept: "application/json", start });
  link.release();

  const fail = (what: string) => responseFormatError({ exchange, what, text });
  if (text === "") throw fail("with an empty body");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail("with malformed or cut JSON");
  }
  if (!isObject(value) || !Array.isArray(value[member])) throw fail(`with JSON that has no ${member}`);
  // The contract says what a success of this operation is, and its mark was found.
  return value as Result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
