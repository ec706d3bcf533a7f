import { type ExchangeRecord, exchangeFormat, masked, recordBytes } from "@model-access/contract";
import type { ExchangePlan, KeyName } from "../exchange.js";
import type { WireRequest, WireResult } from "../wire/wire.js";

export interface RecordContext {
  id: string;
  plan: ExchangePlan;
  key?: KeyName;
  at: Date;
  secrets: string[];
}

/** A call as the contract's exchange format has it. No key is left in it. */
export function recordExchange(request: WireRequest, result: WireResult, context: RecordContext): ExchangeRecord {
  const { id, plan, key = "own", at, secrets } = context;
  const { reply, failure, tookMs } = result;
  const clean = (text: string) => masked(text, secrets);
  const headers = (pairs: [string, string][]) => pairs.map(([name, value]): [string, string] => [name, clean(value)]);
  return {
    format: exchangeFormat,
    id,
    at: at.toISOString(),
    operationId: plan.operationId,
    request: {
      method: request.method,
      target: clean(targetOf(request.url)),
      headers: headers(Object.entries(request.headers)),
      ...(request.body !== undefined && { body: recordBytes(Buffer.from(clean(request.body))) }),
    },
    ...(reply && {
      response: {
        status: reply.status,
        headers: headers(reply.rawHeaders),
        headersMs: reply.headAtMs,
        chunks: chunksOf(reply, clean),
        endMs: tookMs,
        ending: failure === undefined ? "complete" : failure.kind === "broken" ? "cut" : "left",
      },
    }),
    notes: { says: plan.says, key, ...(failure && { failure: clean(failure.message) }) },
  };
}

/** The path and query of an address, as they were sent; a file may be at another origin than the deployment. */
const targetOf = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");

/** The pieces as they came. A body that a key was found in is one piece: the key may lie across two. */
function chunksOf({ body, pieces }: NonNullable<WireResult["reply"]>, clean: (text: string) => string) {
  const whole = Buffer.from(body).toString("latin1");
  const cleaned = clean(whole);
  if (cleaned !== whole) {
    return [{ ...recordBytes(Buffer.from(cleaned, "latin1")), atMs: pieces.at(-1)?.atMs ?? 0 }];
  }
  return pieces.map(({ atMs, end }, index) => ({
    ...recordBytes(body.subarray(pieces[index - 1]?.end ?? 0, end)),
    atMs,
  }));
}
