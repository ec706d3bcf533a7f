import type { Conditions } from "./admin.ts";

/** Lists the conditions of a rule in words; none where it is for every call. */
export function listConditions({ operationId, model, key, turn, ...said }: Conditions): string[] {
  const { text, pattern, system, systemPattern } = said;
  return [
    operationId,
    model,
    key,
    text && `question contains “${text}”`,
    pattern && `question matches ${pattern}`,
    system && `system prompt contains “${system}”`,
    systemPattern && `system prompt matches ${systemPattern}`,
    turn && `answer ${turn} of a conversation`,
  ]
    .filter((condition) => condition !== undefined && condition !== "")
    .map(String);
}
