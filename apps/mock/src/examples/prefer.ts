import { type MediaTypeRow, type Operation, type ResponseRow, responseOf } from "@model-access/contract";
import { Refusal } from "../refusal.js";

/** The answer that a request asks for by `Prefer: code=429, example=name`, or by `Prefer: dynamic=true`. */
export interface Preference {
  code?: number;
  example?: string;
  /** Asks for data that is made up from the schema. */
  isDynamic?: true;
}

/** Reads `Prefer`; undefined where it asks for none of them. Preferences that the mock does not know are ignored (RFC 7240). */
export function readPreference(header: string | undefined): Preference | undefined {
  if (header === undefined) return undefined;
  const items = new Map(header.split(/[,;]/).map((item) => entry(item)));
  const code = items.get("code");
  const example = items.get("example");
  const isDynamic = readDynamic(items.get("dynamic"));
  if (code === undefined && example === undefined && !isDynamic) return undefined;
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    throw new Refusal("invalid_parameter", `Prefer: code=${code.slice(0, 20)} is not a status from 200 to 599.`);
  }
  if (isDynamic && example !== undefined) {
    throw new Refusal(
      "invalid_parameter",
      "Prefer asks for an example and for made-up data (dynamic=true); leave one of them out.",
    );
  }
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { example }),
    ...(isDynamic && { isDynamic }),
  };
}

/** The response of the contract that a preference means: the one of its code, else the success. Refuses what is not there. */
export function preferredResponse(operation: Operation, { code = 200, example }: Preference): ResponseRow {
  const row = responseOf(operation.operationId, code);
  const isError = code >= 400;
  if (row === undefined || (!isError && operation.responses[code] === undefined)) {
    throw new Refusal(
      "invalid_parameter",
      `Prefer: code=${code} is no status of ${operation.operationId}; it has ${Object.keys(operation.responses).join(", ")}.`,
    );
  }
  if (example !== undefined && mediaTypeOfExample(row, example) === undefined) {
    const names = Object.values(row.mediaTypes).flatMap(({ examples }) => Object.keys(examples));
    const other = Object.keys(operation.responses).find((status) => {
      const response = responseOf(operation.operationId, Number(status));
      return response !== undefined && mediaTypeOfExample(response, example) !== undefined;
    });
    const hint = other === undefined ? `it has ${names.join(", ")}` : `send Prefer: code=${other}, example=${example}`;
    throw new Refusal(
      "invalid_parameter",
      `Prefer: example=${example.slice(0, 80)} is no example of status ${code} of ${operation.operationId}; ${hint}.`,
    );
  }
  return row;
}

/** The media type that has an example of this name. */
export function mediaTypeOfExample({ mediaTypes }: ResponseRow, example: string): string | undefined {
  return Object.entries(mediaTypes).find(([, { examples }]: [string, MediaTypeRow]) =>
    Object.hasOwn(examples, example),
  )?.[0];
}

function readDynamic(text: string | undefined): boolean {
  if (text === undefined || text === "true" || text === "false") return text === "true";
  throw new Refusal("invalid_parameter", `Prefer: dynamic=${text.slice(0, 20)} is neither true nor false.`);
}

function entry(item: string): [string, string] {
  const [name = "", value = ""] = item.split("=", 2).map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
  return [name.toLowerCase(), value];
}
