/** The identifying members of errors, and the schemas that list their values. */
const listedIn = {
  code: ["ErrorObject", "ResponseError", "VideoError"],
  type: ["ErrorObject", "MessagesErrorObject"],
  error_type: ["BotErrorEvent"],
};

/**
 * Returns a sentence for each error value in the examples that no schema lists. Deployments may send other values; in an
 * example, it is a typo, or missing in the schema.
 */
export function unknownErrors({ components: { schemas, examples } }) {
  const known = Object.fromEntries(
    Object.entries(listedIn).map(([member, names]) => [
      member,
      names.flatMap((name) => schemas[name].properties[member].anyOf.flatMap((branch) => branch.enum ?? [])),
    ]),
  );
  return Object.entries(examples).flatMap(([name, example]) =>
    readPayloads(example)
      .flatMap((payload) => [...findErrors(payload)])
      .flatMap(Object.entries)
      .filter(([member, value]) => typeof value === "string" && known[member]?.includes(value) === false)
      .map(
        ([member, value]) =>
          `The example ${name} has an error whose ${member} is "${value}". Correct it, or list it in ${listedIn[member].join(" or ")}.`,
      ),
  );
}

/** Returns the value of an example, or the payloads of its stream. */
function readPayloads({ value, serializedValue }) {
  if (serializedValue === undefined) return [value];
  return [...serializedValue.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data));
}

/** Finds the errors in a value: members named `error`, and error events of bots. */
function* findErrors(value) {
  if (value === null || typeof value !== "object") return;
  if (typeof value.error_type === "string") yield { error_type: value.error_type };
  for (const [key, child] of Object.entries(value)) {
    if (key === "error" && child !== null && typeof child === "object") yield child;
    yield* findErrors(child);
  }
}
