/** The members by which an error says what it is, and the schemas that list their values. */
const listedIn = {
  code: ["ErrorObject", "ResponseError", "VideoError"],
  type: ["ErrorObject", "MessagesErrorObject"],
  error_type: ["BotErrorEvent"],
};

/**
 * Returns, as sentences, the error values of the examples that no schema lists. Deployments may send other values; an
 * example that has one has a typo, or the value belongs into the schema's list.
 */
export function unknownErrors({ components: { schemas, examples } }) {
  const known = Object.fromEntries(
    Object.entries(listedIn).map(([member, names]) => [
      member,
      names.flatMap((name) => schemas[name].properties[member].anyOf.flatMap((branch) => branch.enum ?? [])),
    ]),
  );
  return Object.entries(examples).flatMap(([name, example]) =>
    payloadsOf(example)
      .flatMap((payload) => [...errorsIn(payload)])
      .flatMap(Object.entries)
      .filter(([member, value]) => typeof value === "string" && known[member]?.includes(value) === false)
      .map(
        ([member, value]) =>
          `The example ${name} has an error whose ${member} is "${value}". Correct it, or list it in ${listedIn[member].join(" or ")}.`,
      ),
  );
}

/** The value of an example, or those of the events of its stream. */
function payloadsOf({ value, serializedValue }) {
  if (serializedValue === undefined) return [value];
  return [...serializedValue.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data));
}

/** The objects in a value that are errors: what is under `error`, and an event of a bot that failed. */
function* errorsIn(value) {
  if (value === null || typeof value !== "object") return;
  if (typeof value.error_type === "string") yield { error_type: value.error_type };
  for (const [key, child] of Object.entries(value)) {
    if (key === "error" && child !== null && typeof child === "object") yield child;
    yield* errorsIn(child);
  }
}
