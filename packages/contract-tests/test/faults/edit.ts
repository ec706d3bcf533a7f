import type {
  ChatCompletionChunk,
  ErrorResponse,
  MessageStreamEvent,
  MessagesErrorResponse,
  ReplyBody,
  RequestBody,
  ResponseStreamEvent,
} from "@model-access/contract";
import type { Body } from "./fault.ts";

/** Bodies of the contract by the names of the tables: an edit of them is typed by their members. */
export interface Bodies {
  chat: Kind<RequestBody<"createChatCompletion">, ReplyBody<"createChatCompletion">, ChatCompletionChunk>;
  messages: Kind<RequestBody<"createMessage">, ReplyBody<"createMessage">, MessageStreamEvent>;
  responses: Kind<RequestBody<"createResponse">, ReplyBody<"createResponse">, ResponseStreamEvent>;
  models: Kind<never, ReplyBody<"listModels">>;
  balance: Kind<never, ReplyBody<"getCurrentBalance">>;
  history: Kind<never, ReplyBody<"listPointsHistory">>;
  videos: Kind<RequestBody<"createVideo">, ReplyBody<"createVideo">>;
  files: Kind<never, ReplyBody<"uploadFile">>;
  bots: Kind<RequestBody<"queryBot">, never>;
}

interface Kind<Request, Reply, Event = never> {
  request: Request;
  reply: Reply;
  event: Event;
  error: ErrorResponse | MessagesErrorResponse;
}

/** As the value of a member: takes it away. As the result of a change of an event: drops the event. */
export const gone = Symbol("gone");

/** A value for a member that is absent or null. */
class Default {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

type Value = string | number | boolean | null | object | typeof gone | ((value: Body, of: Body) => unknown);

/**
 * Changes of a body by the paths of its members, `*` standing for each. A value is set wherever its parent is there, a
 * function changes what is there already.
 */
export type Edit<Of> = { [Name in Path<Of>]?: Value };

/** An edit of a body whose type is not known. */
export type AnyEdit = Record<string, Value>;

/** The paths of the members of a type, to a depth that ends those that contain themselves. */
type Path<Of, Depth extends number = 7> = [Depth] extends [0]
  ? never
  : Of extends readonly (infer Item)[]
    ? Below<"*" | "0" | "1", Item, Depth>
    : Of extends object
      ? { [Name in Known<Of>]: Below<Name, NonNullable<Of[Name]>, Depth> }[Known<Of>]
      : never;

type Below<Name extends string, Of, Depth extends number> =
  | Name
  | `${Name}.${Path<Of, [0, 0, 1, 2, 3, 4, 5, 6][Depth]>}`;
type Known<Of> = keyof { [Name in keyof Of as string extends Name ? never : Name]: 0 } & keyof Of & string;

/** Makes the changes of an edit in a body. */
export function applyEdit(body: Body, edit: Edit<Body> | AnyEdit): void {
  for (const [path, value] of Object.entries(edit)) changeAt(body, path.split("."), value as Value);
}

function changeAt(at: Body, [name = "", ...rest]: string[], value: Value): void {
  if (typeof at !== "object" || at === null) return;
  for (const each of name === "*" ? Object.keys(at) : [name]) {
    if (rest.length > 0) changeAt(at[each], rest, value);
    else if (value === gone) delete at[each];
    else if (value instanceof Default) at[each] ??= structuredClone(value.value);
    else if (typeof value !== "function") at[each] = structuredClone(value);
    else if (at[each] !== undefined) changeAt(at, [each], value(at[each], at) as Value);
  }
}

export const orElse = (value: unknown) => new Default(value);
export const plus = (more: number) => (value: number) => value + more;
export const times = (factor: number) => (value: number) => value * factor;

/** Puts one value in place of another. */
export const swap = (from: unknown, to: unknown) => (value: unknown) => (value === from ? to : value);

/** Puts a value in place of any of a type. */
export const replaceType = (type: string, to: unknown) => (value: unknown) => (typeof value === type ? to : value);
