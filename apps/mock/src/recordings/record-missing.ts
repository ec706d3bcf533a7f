import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeExchange } from "@model-access/contract";
import {
  type Capture,
  createUpstream,
  type HeaderPairs,
  recordCapture,
  sendCaptured,
  upstreamAt,
} from "@model-access/contract/proxy";
import { type Answer, type Call, streamOfChunks } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { sentSecrets } from "../journal/exchange-of.js";
import { reasonOf } from "../reason-of.js";
import { errorFormOf, Refusal, refusalAnswer } from "../refusal.js";
import type { RequestContext } from "../request/request-context.js";
import { pastedKeys } from "./pasted-keys.js";
import type { Recording } from "./read-recordings.js";
import { sentOnHeaders } from "./sent-on-headers.js";

/** The source of answers that no recording has. */
export interface RecordMissing {
  /** The deployment's base URL: https, or on this machine. */
  upstream: string;
  /** A key of the deployment. The keys of the mock's clients are never sent. */
  apiKey: string;
}

/** Answers a request from the deployment, and gives the recording of a whole answer to `add`. */
export type AnswerMissing = (context: RequestContext, add: (recording: Recording) => void) => Promise<Answer>;

/** Statuses that depend on the key and the day: a later run would get another answer. */
const isOfTheDay = (status: number) => [401, 402, 403, 408, 409, 429].includes(status) || status >= 500;

/**
 * Makes what passes missed requests on and adds their exchanges to a file, or to `recorded.jsonl` of a folder. Throws
 * one sentence on a wrong address, a missing key, or a file that can't be written.
 */
export function createRecordMissing({ upstream, apiKey }: RecordMissing, path: string): AnswerMissing {
  const deployment = createUpstream(upstreamAt(upstream));
  if (apiKey === "") throw new RangeError("recordMissing needs an apiKey of the deployment; the mock's keys are none.");
  const file = fileToAppendTo(path);
  append("");

  return async (context, add) => {
    const { call, disconnectSignal, note } = context;
    if (call.headers.origin !== undefined || call.headers["sec-fetch-site"] !== undefined) {
      throw new Refusal(
        "permission_denied",
        "No recording answers this request, and a web page can't have one made: any page could spend the key's points.",
      );
    }
    const { method, target, body } = call;
    const sent = { method, target, headers: sentOnHeaders(ownHeaders(call), apiKey), body, signal: disconnectSignal() };
    const answer = await sendCaptured(deployment, sent).catch((error: unknown) => unreachable(call, reasonOf(error)));
    if (!("capture" in answer)) return answer;
    const headers = Object.fromEntries(
      answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !isOfMock(name)),
    );
    const read = async function* () {
      try {
        yield* answer.body;
      } catch {
        throw new ConnectionFault("close");
      }
      keep(answer.capture);
    };
    const { status } = answer;
    if (headers["content-type"]?.startsWith("text/event-stream"))
      return { status, headers, body: streamOfChunks(read) };
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(chunk);
    return { status, headers, body: Buffer.concat(chunks) };

    function keep(capture: Capture): void {
      if (isOfTheDay(status)) return;
      const record = recordCapture(capture, { secrets: [apiKey, ...sentSecrets(context), ...pastedKeys(capture)] });
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

function fileToAppendTo(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return join(path, "recorded.jsonl");
  if (!path.endsWith(".har")) return path;
  throw new RangeError(`Nothing can be added to ${path}, a HAR file; put it into a folder and name that.`);
}

/** Headers of the client alone: its key, who it is, and where it is. */
const ofClient = new Set(["authorization", "x-api-key", "cookie", "referer", "content-length"]);

const ownHeaders = ({ headers }: Call): HeaderPairs =>
  Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined && !ofClient.has(pair[0]));

/** True for headers that the mock sets itself, and for the deployment's cookies. */
const isOfMock = (name: string) => ["content-length", "set-cookie"].includes(name);

/** 502 in the form of an error body, as the deployment said nothing itself. */
function unreachable({ path }: Call, why: string): Answer {
  const refusal = new Refusal("internal_error", `The deployment could not be reached: ${why}`);
  return { ...refusalAnswer(refusal, errorFormOf(path)), status: 502 };
}
