import type { Operation } from "@model-access/contract";
import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";
import { splitFault } from "../request/api-request.js";
import { routeOf } from "../request/route.js";
import type { State } from "../session/state.js";
import type { TestKey } from "./test-keys.js";

/** The key of a call, without the fault that it may ask for, as in `sk-mock-full!status-503`. Refuses a call without a key, with an unknown one or with a revoked one. */
export async function checkKey(
  operation: Operation,
  { headers }: Call,
  state: State,
): Promise<{ key: string; rights: TestKey; faultByKey: string }> {
  const sent = keysSent(operation, headers);
  if (sent.length === 0) throw new Refusal("invalid_api_key", `The API key is missing. ${await adviceOf(state)}`);
  for (const [key, faultByKey] of sent.map(splitFault)) {
    const rights = await state.findKey(key);
    if (rights === undefined) continue;
    if (rights.isRevoked) throw new Refusal("invalid_api_key", "The API key is revoked.");
    return { key, rights, faultByKey };
  }
  throw new Refusal("invalid_api_key", `The API key is invalid. ${await adviceOf(state)}`);
}

/** Names a key that works, as a mock's keys are no secret. */
async function adviceOf(state: State): Promise<string> {
  const works = (await state.listKeys()).find(([, { isRevoked, hasPermission }]) => !isRevoked && hasPermission);
  return works === undefined
    ? "This session has no key that works."
    : `Send 'Authorization: Bearer ${works[0]}', or another key of the mock.`;
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
