import type { OperationId, ReplyBody } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { jsonOf, type WireReply } from "../wire/wire.js";

/** A body by the members that the contract gives it, whatever a deployment has put in them. */
export type Told<Body> = { readonly [member in keyof Body]?: unknown };

/** A call that was made, or its reply alone. */
export type Answer = Exchange | WireReply | undefined;

export const replyOf = (answer: Answer): WireReply | undefined =>
  answer !== undefined && "plan" in answer ? answer.reply : answer;

/** Reads an object by the contract's names; one without members where it is none. */
export const told = <Body>(value: unknown): Told<Body> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

export function toldBy<Id extends OperationId>(answer: Answer): Told<ReplyBody<Id>> {
  const reply = replyOf(answer);
  return told<ReplyBody<Id>>(reply && jsonOf(reply)?.value);
}

export const listOf = (member: unknown): unknown[] => (Array.isArray(member) ? member : []);
