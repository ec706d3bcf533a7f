import type { Operation } from "@model-access/contract";
import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";
import { splitFault } from "../request/api-request.js";
import { routeOf } from "../request/route.js";
import type { State } from "../session/state.js";
import type { TestKey } from "./test-keys.js";

/** The key of a call, its rights, and the fault that it asks for, as in `sk-mock-full!status-503`; else empty. */
export interface CheckedKey {
  key: string;
  rights: TestKey;
  faultByKey: string;
}

/** Finds the key of a call. Refuses a call without a key, with an unknown one or with a revoked one. */
export async function checkKey(operation: Operation, call: Call, state: State): Promise<CheckedKey> {
  const sent = keysSent(operation, call.headers);
  for (const text of sent) {
    const [key, faultByKey] = splitFault(text);
    const rights = state.findKey(key);
    if (rights === undefined) continue;
    if (rights.isRevoked) throw new Refusal("invalid_api_key", "The API key is revoked.");
    return { key, rights, faultByKey };
  }
  const why = sent.length === 0 ? "missing" : "invalid";
  throw new Refusal("invalid_api_key", `The API key is ${why}. ${await adviceOf(call, state)}`);
}

/** Names a key that works, as a mock's keys are no secret; but none that the call has elsewhere, as an echo looks like a leak. */
async function adviceOf({ target, headers }: Call, state: State): Promise<string> {
  const works = (await state.listKeys()).filter(([, { isRevoked, hasPermission }]) => !isRevoked && hasPermission);
  if (works.length === 0) return "This session has no key that works.";
  const authorization = headers.authorization?.trim().split(" ").at(-1) ?? "";
  const decoded = Buffer.from(authorization, "base64").toString().split(":"); // of Basic
  const sent = [target, authorization, headers["x-api-key"] ?? "", ...decoded];
  if (works.some(([key]) => sent.some((text) => text.includes(key)))) {
    return "Send the key as 'Authorization: Bearer KEY'; the request has it elsewhere.";
  }
  const isLikeSent = (key: string) => sent.some((text) => text.length >= 8 && key.includes(text));
  const [key] = works.find(([each]) => !isLikeSent(each)) ?? works[0] ?? [];
  return `Send 'Authorization: Bearer ${key}', or another key of the mock.`;
}

/**
 * The keys that a call may be counted by, in the order in which they are looked for. None where the call may be refused
 * before its key is looked at.
 */
export function keysOf(call: Call, maxBodyValues: number): string[] {
  // Each value of a body takes a byte at least.
  if (call.body === undefined || call.body.length > maxBodyValues) return [];
  try {
    const { operation } = routeOf(call.method, call.path);
    return keysSent(operation, call.headers).map((sent) => splitFault(sent)[0]);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

function keysSent({ security }: Operation, headers: Call["headers"]): string[] {
  const authorization = headers.authorization?.trim() ?? "";
  const bearer = /^Bearer +(.+)$/i.exec(authorization)?.[1];
  const keys = [
    security.includes("bearerAuth") ? bearer : undefined,
    security.includes("apiKeyHeader") ? headers["x-api-key"]?.trim() : undefined,
    security.includes("bareKey") && !authorization.includes(" ") ? authorization : undefined,
  ];
  return keys.filter((key): key is string => Boolean(key));
}
