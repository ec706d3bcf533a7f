import { setImmediate } from "node:timers/promises";
import { createMock } from "@model-access/mock";
import type { Answer, Asked, Origin } from "./fault.ts";
import { createSmallDeployment } from "./small-deployment.ts";

/** The mock's keys, by what the contract tests call them. */
export const key = "sk-mock-full";
export const keys = {
  noPermission: "sk-mock-limited",
  noPoints: "sk-mock-low",
  revoked: "sk-mock-revoked",
  lowLimit: "sk-mock-tiny",
};

/** The keys of the small deployment; those of the mock have accounts of their own. */
export const smallKeys = { ...keys, sameAccount: "sk-small-other" };

/** A request as it reaches the service. */
export interface ServiceRequest extends Pick<Asked, "method" | "path" | "headers"> {
  query: string;
  text: string;
}

/** A service without a fault: answers a request at a time. */
export type Service = (request: ServiceRequest, nowMs: number) => Promise<Answer>;

/** Creates the service that a deployment of an origin has behind it. */
export function createService(from: Origin): Service {
  let clockMs = 0;
  const now = () => clockMs;
  const small = from === "small" ? createSmallDeployment({ now, keys: { own: key, ...smallKeys } }) : undefined;
  const mock = small === undefined ? createMock({ latency: "instant", clock: { now, setTimer: atOnce } }) : undefined;
  return async (request, nowMs) => {
    clockMs = nowMs;
    const { method, path, query, headers, text } = request;
    const url = `http://${headers.host ?? "127.0.0.1"}${path}${query === "" ? "" : `?${query}`}`;
    const reply = await mock?.fetch(url, { method, headers, ...(text !== "" && { body: text }) });
    if (reply === undefined)
      return small?.({ ...request, query: new URLSearchParams(query), json: jsonOf(text) }) as Answer; // one of the two is there
    const body = new Uint8Array(await reply.arrayBuffer());
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body };
  };
}

/** A timer of a clock on which nobody waits. */
function atOnce(_delayMs: number, callback: () => void): () => void {
  queueMicrotask(callback);
  return () => undefined;
}

/** An answer after a row of requests, and those that followed. */
interface Step {
  answer?: Answer;
  next: Map<string, Step>;
}

/** The rows of requests that were recorded, for each origin, from one time on, and all answers to them by what they say. */
const recorded = { startMs: 0, first: { mock: emptyStep(), small: emptyStep() }, answers: new Map<string, Answer>() };

const textOfAnswer = ({ status, headers, body }: Answer) =>
  JSON.stringify([status, headers, typeof body === "string" ? body : Buffer.from(body).toString("latin1")]);

/**
 * Creates a service that answers as one before it did that began at the same time, as long as it is asked the same in the
 * same order. At the first other request it catches up with a service of its own, and asks that from then on.
 */
export function createReplayedService(about: { from: Origin; startMs: number; isRecorded: boolean }): Service {
  const { from, startMs, isRecorded } = about;
  if (recorded.startMs !== startMs)
    Object.assign(recorded, { startMs, first: { mock: emptyStep(), small: emptyStep() }, answers: new Map() });
  let step: Step | undefined = recorded.first[from];
  let own: Service | undefined;
  const earlier: [ServiceRequest, number][] = [];
  let last: Promise<unknown> = Promise.resolve();

  return (request, nowMs) => {
    const answer = last.then(() => answerNext(request, nowMs));
    last = answer;
    return answer;
  };

  async function answerNext(request: ServiceRequest, nowMs: number): Promise<Answer> {
    const name = JSON.stringify([nowMs - startMs, request]);
    const next: Step | undefined = step?.next.get(name);
    earlier.push([request, nowMs]);
    if (next?.answer !== undefined) {
      step = next;
      await setImmediate(); // calls that are made at the same time are under way together
      return next.answer;
    }
    const made = await answerItself();
    const answer = recorded.answers.get(textOfAnswer(made)) ?? made;
    if (isRecorded && step !== undefined) {
      recorded.answers.set(textOfAnswer(made), answer);
      const followed = { answer, next: new Map() };
      step.next.set(name, followed);
      step = followed;
    } else step = undefined;
    return answer;
  }

  /** Answers the last request by a service of its own, which has to have seen those before it. */
  async function answerItself(): Promise<Answer> {
    const unseen = own === undefined ? earlier : earlier.slice(-1);
    own ??= createService(from);
    let answer: Answer | undefined;
    for (const [request, nowMs] of unseen) answer = await own(request, nowMs);
    return answer as Answer; // the last request was one of them
  }
}

function emptyStep(): Step {
  return { next: new Map() };
}

// biome-ignore lint/suspicious/noExplicitAny: the small deployment reads any body
function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
