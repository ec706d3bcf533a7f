import { randomUUID } from "node:crypto";
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeExchange } from "@model-access/contract";
import type { Answer, Call, EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import type { JournalEntry, JournalResponse } from "../journal/journal.js";
import { errorFormOf, Refusal, refusalAnswer } from "../refusal.js";
import type { RequestContext } from "../request/request-context.js";
import { ofConnection } from "./connection-headers.js";
import type { Recording } from "./read-recordings.js";
import { recordOf } from "./record-of.js";
import { upstreamUrl } from "./upstream-url.js";

/** Where to get what no recording answers. */
export interface RecordMissing {
  /** The deployment's base URL: https, or on this machine. */
  upstream: string;
  /** A key of the deployment. The keys of the mock's clients are never sent. */
  apiKey: string;
}

/** Answers a request from the deployment, and gives the recording of a whole answer to `add`. */
export type AnswerMissing = (context: RequestContext, add: (recording: Recording) => void) => Promise<Answer>;

/** Of the key and of the day, not of the request: a later run would get another answer. */
const isOfTheDay = (status: number) => [401, 402, 403, 408, 409, 429].includes(status) || status >= 500;

/**
 * Makes what passes missed requests on and adds their exchanges to a file, or to `recorded.jsonl` of a folder. Throws one
 * sentence on a wrong address, a missing key, or a file that can't be written.
 */
export function createRecordMissing({ upstream, apiKey }: RecordMissing, path: string): AnswerMissing {
  const target = upstreamUrl(upstream);
  if (apiKey === "") throw new RangeError("recordMissing needs an apiKey of the deployment; the mock's keys are none.");
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "recorded.jsonl") : path;
  append("");

  return async (context, add) => {
    const { call, session, disconnectSignal, note } = context;
    if (call.headers.origin !== undefined || call.headers["sec-fetch-site"] !== undefined) {
      throw new Refusal(
        "permission_denied",
        "No recording answers this request, and a web page can't have one made: any page could spend the key's points.",
      );
    }
    const { clock } = session;
    const entry = entryOf(context);
    const response = await fetch(target.origin + target.pathname.replace(/\/$/, "") + call.target, {
      method: call.method,
      headers: sentHeaders(call, apiKey),
      redirect: "manual",
      signal: disconnectSignal(),
      // Bytes of a request are its own and not shared, which their type can't say.
      ...(call.body?.length ? { body: call.body as Uint8Array<ArrayBuffer> } : {}),
    }).catch((error: unknown) => reasonOf(error));
    if (typeof response === "string") return unreachable(call, response);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !isOfTransfer(name)));
    const recorded: JournalResponse = {
      status: response.status,
      headers,
      atMs: clock.now(),
      chunks: [],
      endMs: clock.now(),
      ending: "open",
    };
    entry.response = recorded;
    const events: EventStream = async function* () {
      try {
        for await (const chunk of response.body ?? []) {
          recorded.chunks.push({ atMs: clock.now(), chunk });
          yield chunk;
        }
      } catch {
        throw new ConnectionFault("close");
      }
      keep();
    };
    if (headers["content-type"]?.startsWith("text/event-stream"))
      return { status: response.status, headers, body: events };
    const chunks: Uint8Array[] = [];
    for await (const chunk of events(disconnectSignal())) chunks.push(Buffer.from(chunk));
    return { status: response.status, headers, body: Buffer.concat(chunks) };

    function keep(): void {
      if (isOfTheDay(recorded.status)) return;
      recorded.ending = "complete";
      recorded.endMs = clock.now();
      const record = recordOf(entry, apiKey);
      append(writeExchange(record));
      note(`Recorded from the deployment into ${file}.`);
      add({ place: file, record });
    }
  };

  function append(text: string): void {
    try {
      appendFileSync(file, text);
    } catch (error) {
      throw new Error(`Nothing can be recorded to ${file}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

function entryOf({ call, key, entry }: RequestContext): JournalEntry {
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([name]) => !name.startsWith("x-mock-")));
  return {
    id: randomUUID(),
    atMs: entry.atMs,
    call: { ...call, headers },
    omittedBytes: 0,
    operationId: undefined,
    key,
    faults: [],
    notices: [],
    response: undefined,
  };
}

/** Of the client's own: its key, who it is, and where it is. */
const ofClient = new Set(["authorization", "x-api-key", "cookie", "referer", "content-length", "accept-encoding"]);

function sentHeaders({ headers }: Call, apiKey: string): Record<string, string> {
  const kept = Object.entries(headers).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && !ofConnection.has(pair[0]) && !ofClient.has(pair[0]) && !pair[0].startsWith("x-mock-"),
  );
  return { ...Object.fromEntries(kept), "accept-encoding": "identity", authorization: `Bearer ${apiKey}` };
}

const isOfTransfer = (name: string) =>
  ofConnection.has(name) || ["content-length", "content-encoding", "set-cookie"].includes(name);

/** 502 in the form of an error body, as the deployment said nothing itself. */
function unreachable({ path }: Call, why: string): Answer {
  const refusal = new Refusal("internal_error", `The deployment could not be reached: ${why}`);
  return { ...refusalAnswer(refusal, errorFormOf(path)), status: 502 };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "of an unknown fault";
  return `it failed (${code}).`;
}
