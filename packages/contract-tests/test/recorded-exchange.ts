import { type ExchangeRecord, exchangeFormat } from "@model-access/contract";

/** The parts of a recorded exchange that a test is about. */
export interface Seen {
  id?: string;
  at?: string;
  /** The number of the key, by the recorder. */
  account?: number | undefined;
  target?: string;
  /** The JSON of a POST; paths of the account have none. */
  sent?: object;
  status?: number;
  type?: string;
  headers?: [string, string][];
  text?: string;
  chunks?: { atMs: number; text: string }[];
}

export const completion = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_793_500_000,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});

const question = { model: "m", messages: [{ role: "user", content: "Is it?" }] };

/** A recorded exchange: a chat completion, but for what a test is about. */
export function recordedExchange(seen: Seen = {}): ExchangeRecord {
  const { status = 200, id = `x-${status}`, at = "2026-11-01T12:00:00.000Z", target = "/v1/chat/completions" } = seen;
  const { type = "application/json", text = completion, account, headers = [], sent = question } = seen;
  const { chunks = [{ atMs: 6, text }] } = seen;
  const isRead = target.startsWith("/usage");
  return {
    ...{ format: exchangeFormat, id, at },
    request: {
      method: isRead ? "GET" : "POST",
      target,
      headers: [["authorization", "[key]"]],
      ...(!isRead && { body: { text: JSON.stringify(sent) } }),
    },
    response: {
      ...{ status, headers: [["content-type", type], ...headers], headersMs: 5, chunks },
      ...{ endMs: chunks.at(-1)?.atMs ?? 6, ending: "complete" },
    },
    ...(account !== undefined && { notes: { key: account } }),
  };
}
