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
  // biome-ignore lint/suspicious/noExplicitAny: a fault reaches into any body, which no type allows
  json: any;
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

// biome-ignore lint/suspicious/noExplicitAny: each fault keeps what it needs
export type Memory = Record<string, any>;

/** Paths by the names that the tables use. */
export const paths = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
  responses: "/v1/responses",
  models: "/v1/models",
} as const;

type Named = Pick<Fault, "id" | "says" | "by" | "from">;

// biome-ignore lint/suspicious/noExplicitAny: a fault makes a body wrong, which no type allows
export type Body = any;

export const named = (id: string, says: string, by: string | string[]): Named => ({ id, says, by: [by].flat() });

/** A fault of the small deployment. */
export const small = (fault: Fault): Fault => ({ ...fault, from: "small" });

/** A change of the JSON of every plain reply of a path. */
export function inReply(about: Named, path: string, change: (body: Body, asked: Asked, memory: Memory) => void): Fault {
  return inAnswer(about, (answer, asked, memory) => {
    if (asked.path === path && answer.status === 200 && isJson(answer))
      editJson(answer, (body) => change(body, asked, memory));
  });
}

/** A change of the text of every event stream of a path. */
export function inStream(about: Named, path: string, change: (text: string, asked: Asked) => string): Fault {
  return inAnswer(about, (answer, asked) => {
    if (asked.path === path && isStream(answer)) answer.body = change(textOf(answer), asked);
  });
}

/** A change of the JSON of every error of a status, on one path or, without it, on all. */
export function inError(
  about: Named,
  { status, path }: { status?: number; path?: string },
  change: (body: Body, answer: Answer) => void,
): Fault {
  return inAnswer(about, (answer, asked) => {
    if (answer.status < 400 || (status !== undefined && answer.status !== status)) return;
    if (path !== undefined ? asked.path !== path : asked.path === paths.messages) return;
    if (isJson(answer)) editJson(answer, (body) => change(body, answer));
  });
}

/** A change of whole answers. */
export function inAnswer(about: Named, answer: NonNullable<Fault["answer"]>): Fault {
  return { ...about, answer };
}

/** A change of requests: what the mock would refuse is repaired on its way, and so is accepted. */
export function inRequest(about: Named, path: string, repair: (json: Body, asked: Asked) => void): Fault {
  return {
    ...about,
    ask: (asked) => {
      if (asked.path === path && typeof asked.json === "object" && asked.json !== null) repair(asked.json, asked);
      return undefined;
    },
  };
}

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

export function editJson(answer: Answer, change: (body: Body) => void): void {
  if (textOf(answer) === "") return; // an answer to HEAD
  const body = JSON.parse(textOf(answer));
  change(body);
  answer.body = JSON.stringify(body);
}

/** The blocks of an event stream's text, changed and joined again. */
export function inBlocks(change: (blocks: string[]) => string[]): (text: string) => string {
  return (text) => `${change(text.split("\n\n").filter((block) => block !== "")).join("\n\n")}\n\n`;
}

/** Changes the JSON of each event's data, `[DONE]` left alone; undefined drops the event. */
export function inData(change: (data: Body, index: number) => Body | undefined): (text: string) => string {
  return inBlocks((blocks) =>
    blocks.flatMap((block, index) => {
      const at = block.indexOf("data: ");
      const data = block.slice(at + 6);
      if (data === "[DONE]") return [block];
      const changed = change(JSON.parse(data), index);
      return changed === undefined ? [] : [`${block.slice(0, at)}data: ${JSON.stringify(changed)}`];
    }),
  );
}

/** An event stream without the events of a name. */
export const without = (event: string) =>
  inBlocks((blocks) => blocks.filter((block) => !block.startsWith(`event: ${event}\n`)));
