import type { Operation } from "@model-access/contract";
import type { Call } from "./call.js";
import { Refusal } from "./refusal.js";
import type { State } from "./state.js";
import type { TestKey } from "./test-keys.js";

const advice = "Use sk-mock-full, or another of the mock's test keys.";

/** The key of a call. Refuses a call without a key, with an unknown one or with a revoked one. */
export async function checkKey(
  operation: Operation,
  { headers }: Call,
  state: State,
): Promise<{ key: string; rights: TestKey }> {
  const sent = keysSent(operation, headers);
  if (sent.length === 0) throw new Refusal("invalid_api_key", `The API key is missing. ${advice}`);
  for (const key of sent) {
    const rights = await state.findKey(key);
    if (rights === undefined) continue;
    if (rights.isRevoked) throw new Refusal("invalid_api_key", "The API key is revoked.");
    return { key, rights };
  }
  throw new Refusal("invalid_api_key", `The API key is invalid. ${advice}`);
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
