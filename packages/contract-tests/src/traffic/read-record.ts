import { type ExchangeRecord, type Operation, operationAt, recordedBytes } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { parseJson } from "../reading/parse-json.js";
import { streamOf } from "../reading/stream-reading.js";
import { jsonOf, mediaTypeOf, type WireFailure, type WireReply } from "../wire/wire.js";

export interface RecordedCall {
  record: ExchangeRecord;
  operation: Operation;
  exchange: Exchange;
  sent: unknown;
  answered: unknown;
  /** True where a part of the answer was not kept, so that its body can't be judged. */
  isPartial: boolean;
}

/**
 * Reads a record as the contract tests read their own calls. Returns undefined where its path belongs to no operation, or
 * where no answer came or the client left before it was over: there is nothing to judge.
 */
export function readRecord(record: ExchangeRecord): RecordedCall | undefined {
  const { request, response } = record;
  const operation = operationAt(request.method, request.target);
  if (operation === undefined || response === undefined || ["left", "open"].includes(response.ending)) return undefined;
  const reply = replyOf(response);
  const failure: WireFailure | undefined =
    response.ending === "complete"
      ? undefined
      : {
          kind: "broken",
          message: `The connection ended in the middle of the body, after ${reply.body.length} bytes.`,
        };
  const isPartial = response.chunks.some(({ omittedBytes = 0 }) => omittedBytes > 0);
  const sent =
    request.body === undefined || request.body.omittedBytes
      ? undefined
      : parseJson(Buffer.from(recordedBytes(request.body)).toString());
  const { operationId } = operation;
  const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    record,
    operation,
    exchange: {
      id: record.id,
      plan: planOf(operation, reply),
      request: {
        method: request.method,
        url: `https://recorded.invalid${request.target}`,
        headers,
        ...(request.body && { body: Buffer.from(recordedBytes(request.body)).toString() }),
      },
      reply,
      ...(failure && { failure }),
      earlier: [],
      timeOuts: 0,
      beganAt: 0,
      tookMs: response.endMs,
      stream: streamOf(operationId, reply.body),
    },
    sent,
    answered: isPartial ? undefined : jsonOf(reply)?.value,
    isPartial,
  };
}

/** A plan for what others sent. Its id says which rules are judged: those of a reply, of a stream or of a refusal. */
function planOf({ operationId, method, path }: Operation, reply: WireReply): ExchangePlan {
  const isStreamed = mediaTypeOf(reply) === "text/event-stream";
  return {
    id: operationId,
    operationId,
    says: `${method} ${path}`,
    isValid: reply.status < 400,
    ...(isStreamed && { isStreamed }),
    write: () => ({ because: "it was made by others" }),
  };
}

function replyOf({ status, headers, headersMs, chunks }: NonNullable<ExchangeRecord["response"]>): WireReply {
  const pieces: WireReply["pieces"] = [];
  const bytes = chunks.map(recordedBytes);
  let end = 0;
  for (const [index, { atMs }] of chunks.entries()) {
    end += bytes[index]?.length ?? 0;
    pieces.push({ atMs, end });
  }
  return { status, rawHeaders: headers, headAtMs: headersMs, body: Buffer.concat(bytes), pieces };
}

/** The JSON of the answer, or of each event of it. */
export function payloadsOf({ exchange, answered }: RecordedCall): unknown[] {
  return exchange.plan.isStreamed ? exchange.stream().payloads : [answered];
}
