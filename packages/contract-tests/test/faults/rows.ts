import { applyEdit, type Bodies, type Edit, gone } from "./edit.ts";
import {
  type Answer,
  type Asked,
  type Body,
  editJson,
  type Fault,
  isJson,
  isStream,
  type Memory,
  refusal,
  textOf,
} from "./fault.ts";

/** The paths of the contract by the names of the tables; one that ends with a slash is a beginning. */
export const paths: Record<keyof Bodies, string[]> = {
  chat: ["/v1/chat/completions"],
  messages: ["/v1/messages"],
  responses: ["/v1/responses"],
  models: ["/v1/models"],
  balance: ["/usage/current_balance", "/v1/balance"],
  history: ["/usage/points_history", "/v1/usage/history"],
  videos: ["/v1/videos", "/v1/videos/"],
  files: ["/v1/files"],
  bots: ["/bot/"],
};

export const isAt = (name: keyof Bodies, path: string): boolean =>
  paths[name].some((each) => path === each || (each.endsWith("/") && path.startsWith(each)));

/** Rows that no rule may find. */
export const variants =
  <Change>(row: Row<Change>) =>
  (id: string, says: string, change: Change, more?: Partial<Fault>): Fault =>
    row(id, says, [], change, more);

/** Refuses legally. */
export const mayRefuse =
  (table: Table) =>
  (id: string, says: string, answer: Answer, where: Where | Is): Fault =>
    refuses(table)(id, says, [], answer, where);

type Is = (asked: Asked, memory: Memory) => unknown;

/** The requests that a row is about: what it does not name may be any. */
interface Where<Name extends keyof Bodies = keyof Bodies> {
  /** The name of the bodies. */
  in?: Name;
  path?: string;
  /** The key without `sk-mock-`; null for none. */
  key?: string | null;
  stream?: boolean;
  is?: Is;
}

/** Settings that the rows of a table share. */
interface Table<Name extends keyof Bodies = keyof Bodies> extends Where<Name>, Pick<Fault, "from" | "only"> {
  /** The beginning of their ids. */
  ids: string;
}

export const sentKey = ({ headers }: Asked): string | undefined =>
  headers.authorization?.replace(/^bearer /i, "") ?? headers["x-api-key"];

const meets = ({ in: name, path, key, stream, is }: Where, asked: Asked, memory: Memory): boolean =>
  (name === undefined || isAt(name, asked.path)) &&
  (path === undefined || asked.path === path) &&
  (key === undefined || sentKey(asked) === (key === null ? undefined : `sk-mock-${key}`)) &&
  (stream === undefined || (asked.json?.stream === true) === stream) &&
  (is === undefined || Boolean(is(asked, memory)));

const whereOf = (where: Where | Is): Where => (typeof where === "function" ? { is: where } : where);

/** A row: what the deployment does, the rules of which one has to find it, and what is changed. */
type Row<Change> = (id: string, says: string, by: string | string[], change: Change, more?: Partial<Fault>) => Fault;

type BodyChange<Of> = Edit<Of> | ((body: Body, asked: Asked, memory: Memory, answer: Answer) => void);

/** Changes the JSON of plain replies. */
export const inReplies = <Name extends keyof Bodies>(table: Table<Name>): Row<BodyChange<Bodies[Name]["reply"]>> =>
  inJson(table, (answer) => answer.status === 200);

/** Changes the JSON of errors, on messages only where the table is about them. */
export const inErrors = <Name extends keyof Bodies>({ status, ...table }: Table<Name> & { status?: number }) =>
  inJson<Bodies[Name]["error"]>(
    table,
    (answer, { path }) =>
      (status === undefined ? answer.status >= 400 : answer.status === status) &&
      (table.in !== undefined || !isAt("messages", path)),
  );

/** Changes the JSON of the data of each event, or drops events. */
export const inEvents = <Name extends keyof Bodies>(
  table: Table<Name>,
): Row<Edit<Bodies[Name]["event"]> | ((data: Body, index: number) => unknown)> =>
  row(table, (change) => inStream(inData(typeof change === "function" ? change : (data) => applyEdit(data, change))));

/** Changes the text of event streams. */
export const inStreams = (table: Table): Row<(text: string, asked: Asked, memory: Memory) => string> =>
  row(table, inStream);

/** Changes the blocks of event streams: adds, drops, repeats and reorders them. */
export const inBlocksOf = (table: Table): Row<(blocks: string[]) => string[]> =>
  row(table, (change) => inStream(inBlocks(change)));

/** Changes the pieces of a streamed text, each in its delta and by its place among them, or drops their events. */
export const inPiecesOf = (table: Table): Row<(delta: Body, nth: number) => unknown> =>
  row(table, (change) => inStream((text) => inPieces(change)(text)));

/** Changes the JSON of requests: what the service would refuse is repaired on its way, and so is accepted. */
export const inRequests = <Name extends keyof Bodies>(
  table: Table<Name>,
): Row<Edit<Bodies[Name]["request"]> | ((json: Body, asked: Asked, memory: Memory) => void)> =>
  row(table, (change) => ({
    ask: (asked, memory) => {
      if (typeof asked.json !== "object" || asked.json === null) return undefined;
      if (typeof change === "function") change(asked.json, asked, memory);
      else applyEdit(asked.json, change);
      return undefined;
    },
  }));

/** Changes anything of a request. */
export const inAsked = (table: Table): Row<(asked: Asked, memory: Memory) => void> =>
  row(table, (change) => ({ ask: (asked, memory) => void change(asked, memory) }));

/** Lets the requests in for which a row is, as the account's own. */
export const lets = (table: Table): Row<Where | Is> =>
  row(table, (where) => ({
    ask: (asked, memory) => {
      if (meets(whereOf(where), asked, memory)) letIn(asked);
      return undefined;
    },
  }));

export function letIn({ headers }: Asked): void {
  delete headers["x-api-key"];
  headers.authorization = "Bearer sk-mock-full";
}

/** Answers the requests for which a row is. */
export const refuses =
  (table: Table) =>
  (id: string, says: string, by: string | string[], answer: Answer, where: Where | Is = {}) =>
    row(table, (made: Answer) => ({
      ask: (asked, memory) =>
        meets(whereOf(where), asked, memory) ? { ...made, headers: { ...made.headers } } : undefined,
    }))(id, says, by, answer);

/** A change of an answer: its status, headers, all of them replaced by a media type, and its body. */
export interface AnswerEdit extends Partial<Pick<Answer, "status" | "body">> {
  headers?: Record<string, string | typeof gone | ((value: string) => string)>;
  mediaType?: string;
}

/** Changes whole answers, of one status where the table has one. */
export const inAnswers = ({
  status,
  ...table
}: Table & { status?: number | "error" }): Row<AnswerEdit | NonNullable<Fault["answer"]>> =>
  row(table, (change) => ({
    answer: (answer, asked, memory) => {
      if (status === "error" ? answer.status < 400 : status !== undefined && answer.status !== status) return;
      if (typeof change === "function") change(answer, asked, memory);
      else editAnswer(answer, change);
    },
  }));

export function editAnswer(answer: Answer, { mediaType, headers = {}, ...edit }: AnswerEdit): void {
  Object.assign(answer, edit);
  if (mediaType !== undefined) answer.headers = { "content-type": mediaType };
  applyEdit(answer.headers, headers);
}

function inJson<Of>(table: Table, isMeant: (answer: Answer, asked: Asked) => boolean): Row<BodyChange<Of>> {
  return row(table, (change) => ({
    answer: (answer, asked, memory) => {
      if (!isMeant(answer, asked) || !isJson(answer)) return;
      editJson(answer, (body) => {
        if (typeof change === "function") change(body, asked, memory, answer);
        else applyEdit(body, change);
      });
    },
  }));
}

function inStream(change: (text: string, asked: Asked, memory: Memory) => string): Pick<Fault, "answer"> {
  return {
    answer: (answer, asked, memory) => {
      if (isStream(answer)) answer.body = change(textOf(answer), asked, memory);
    },
  };
}

/** Makes rows of a table by what a change does to requests or answers. */
function row<Change>(table: Table, make: (change: Change) => Pick<Fault, "ask" | "answer">): Row<Change> {
  const { ids, from, only, ...where } = table;
  const others = { ...(from && { from }), ...(only && { only }) };
  const isMeant = (asked: Asked, memory: Memory) => meets(where, asked, memory);
  return (id, says, by, change, more) => {
    const { ask, answer } = make(change);
    return {
      ...{ id: `${ids}${id}`, says, by: [by].flat(), ...others },
      ...(ask && { ask: (asked: Asked, memory: Memory) => (isMeant(asked, memory) ? ask(asked, memory) : undefined) }),
      ...(answer && {
        answer: (made: Answer, asked: Asked, memory: Memory) => {
          if (isMeant(asked, memory)) answer(made, asked, memory);
        },
      }),
      ...more,
    };
  };
}

/** The blocks of an event stream's text, changed and joined again. */
export function inBlocks(change: (blocks: string[]) => string[]): (text: string) => string {
  return (text) => `${change(text.split("\n\n").filter((block) => block !== "")).join("\n\n")}\n\n`;
}

/** Changes the JSON of each event's data, `[DONE]` left alone, or drops the event. */
export function inData(change: (data: Body, index: number) => unknown): (text: string) => string {
  return inBlocks((blocks) =>
    blocks.flatMap((block, index) => {
      const at = block.indexOf("data: ");
      const data = block.slice(at + 6);
      if (data === "[DONE]") return [block];
      const body = JSON.parse(data);
      return change(body, index) === gone ? [] : [`${block.slice(0, at)}data: ${JSON.stringify(body)}`];
    }),
  );
}

/** An event stream without the events of a name. */
export const without = (event: string) =>
  inBlocks((blocks) => blocks.filter((block) => !block.startsWith(`event: ${event}\n`)));

/** A change of each piece of text, by its place among them. */
export const inPieces =
  (change: (delta: Body, nth: number) => unknown, pieceIn = chatDelta, name = "content") =>
  (text: string): string => {
    let nth = 0;
    return inData((data) => {
      const delta = pieceIn(data);
      return typeof delta?.[name] === "string" && delta[name] !== "" ? change(delta, nth++) : undefined;
    })(text);
  };

const chatDelta = (data: Body): Body => data.choices?.[0]?.delta;

/** The messages of a chat completion or of a message, as far as they are objects. */
export const messagesIn = (json: Body): Body[] =>
  Array.isArray(json?.messages) ? json.messages.filter((each: Body) => typeof each === "object" && each !== null) : [];

/** Refusals that many rows send. */
export const refused = {
  invalid: refusal(400, "invalid_request_error", "invalid_parameter"),
  unknownModel: refusal(400, "invalid_request_error", "model_not_found"),
  wrongKey: refusal(401, "invalid_request_error", "invalid_api_key"),
  noPoints: refusal(402, "insufficient_quota", "insufficient_points"),
  notAllowed: refusal(403, "permission_error", "permission_denied"),
  notFound: refusal(404, "invalid_request_error", "not_found"),
  tooLarge: refusal(413, "invalid_request_error", "request_too_large"),
  failed: refusal(500, "api_error", "internal_error"),
};
