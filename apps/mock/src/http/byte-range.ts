import type { Answer, Call } from "../call.js";

/** The part of a file that a request asks for by its `Range` header (RFC 9110, 14.2), as players of films do; else the whole. */
export function byteRange(answer: Answer, { method, headers }: Pick<Call, "method" | "headers">): Answer {
  const { body } = answer;
  if (!(body instanceof Uint8Array)) return answer;
  const whole = { ...answer, headers: { ...answer.headers, "accept-ranges": "bytes" } };
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const isAskedFor = method === "GET" && first + last !== "" && !(first !== "" && last !== "" && +last < +first);
  // Of several ranges, and of a file that may have changed, the whole may be given.
  if (!isAskedFor || headers["if-range"] !== undefined) return whole;
  const { length } = body;
  const start = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? length : Math.min(length, Number(last) + 1);
  const part = (range: string) => ({ ...whole.headers, "content-range": `bytes ${range}/${length}` });
  if (start >= end) return { status: 416, headers: part("*"), body: "" };
  return { status: 206, headers: part(`${start}-${end - 1}`), body: body.subarray(start, end) };
}
