import { segmentsOf, validateRequestBody } from "@model-access/contract";

/**
 * The bodies that come of taking one member out of a request, but for its model, or of shortening one text in it that is
 * no role: those with which the contract finds the same wrong as with the whole, and nothing else.
 */
export function smallerBodies(operationId: string, body: unknown): unknown[] {
  const fault = faultOf(operationId, body);
  return smallerThan(body).filter((smaller) => {
    const { at, isTheOnlyOne } = faultOf(operationId, smaller);
    return at === fault.at && isTheOnlyOne === fault.isTheOnlyOne;
  });
}

const mediaType = "application/json";

/** A validator may stop at the first thing wrong: whether it is the only one shows without the member that has it. */
function faultOf(operationId: string, body: unknown): { at: string; isTheOnlyOne: boolean } {
  const [violation] = validateRequestBody(operationId, mediaType, body);
  const [member = ""] = segmentsOf(violation?.pointer ?? "");
  const rest = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== member));
  return {
    at: `${violation?.keyword} ${violation?.pointer}`,
    isTheOnlyOne: validateRequestBody(operationId, mediaType, rest).length === 0,
  };
}

function smallerThan(value: unknown): unknown[] {
  if (typeof value === "string") return value.length > 1 ? [value.slice(0, 1)] : [];
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value);
  const build = (kept: [string, unknown][]) =>
    Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  return members
    .filter(([name]) => name !== "model")
    .flatMap(([name, member]) => [
      build(members.filter(([kept]) => kept !== name)),
      ...(name === "role" ? [] : smallerThan(member)).map((less) =>
        build(members.map((kept) => (kept[0] === name ? [name, less] : kept))),
      ),
    ]);
}
