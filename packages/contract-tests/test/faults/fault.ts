import { type AnyEdit, applyEdit } from "./edit.ts";

/** An answer on its way to the tester. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** A request on its way to the mock. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The body's JSON; undefined where there is none. */
  json: Body;
}

/** The deployment that is opened: the mock, or the small one, which shares no code with it. */
export type Origin = "mock" | "small";

/** One thing wrong with an otherwise correct deployment, or, among the legal variants, one thing that is only unusual. */
export interface Fault {
  /** Stable, and unique among all faults. */
  id: string;
  /** The deployment … */
  says: string;
  /** Beginnings of the ids of rules of which one has to find it; empty for what no rule can find. */
  by: string[];
  /** The outcome of each rule that finds it, where its weight is what the fault shows. */
  weighs?: "fail" | "warn" | "note";
  /** The deployment that has it; without it, the mock. The small one has chat, models and account only. */
  from?: Origin;
  /** The exchanges to which a run is limited, if a full run has no calls left for them. */
  only?: string[];
  /** Changes a request before the mock sees it, or answers it. `memory` lives as long as the run. */
  ask?(asked: Asked, memory: Memory): Answer | undefined;
  /** True for a request that it never answers. */
  isSilent?(asked: Asked): boolean;
  /** Changes the mock's answer. */
  answer?(answer: Answer, asked: Asked, memory: Memory): void;
}

/** The name of what one test changes, which no list has. */
export const unnamed: Fault = { id: "changed", says: "is otherwise", by: [] };
export const changed = (answer: NonNullable<Fault["answer"]>): Fault => ({ ...unnamed, answer });

export type Memory = Record<string, Body>;

// biome-ignore lint/suspicious/noExplicitAny: a fault makes a body wrong, which no type allows
export type Body = any;

/** An answer in the service's error form. */
export function refusal(status: number, type: string, code: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ error: { message: `It failed: ${code}.`, type, code } }),
  };
}

export const textOf = ({ body }: Answer) => (typeof body === "string" ? body : new TextDecoder().decode(body));
export const isJson = (answer: Answer) => (answer.headers["content-type"] ?? "").startsWith("application/json");
export const isStream = (answer: Answer) => (answer.headers["content-type"] ?? "").startsWith("text/event-stream");

export function editJson(answer: Answer, change: AnyEdit | ((body: Body) => void)): void {
  const text = textOf(answer);
  if (text === "") return; // an answer to HEAD
  const body = JSON.parse(text);
  if (typeof change === "function") change(body);
  else applyEdit(body, change);
  const changed = JSON.stringify(body);
  if (changed !== text) answer.body = changed;
}
