/** Members of a schema that only people read. */
const forPeople = ["description", "title", "examples"];

/** Members of an operation, a parameter or a header that affect callers. */
const forCallers = ["deprecated", "required"];

/**
 * Rates a change by the rules of this contract (CONTRIBUTING.md, "What is breaking") where Redocly's differ. Redocly
 * accepts narrower replies and refuses wider ones; here nothing promised may be removed from requests or replies, and
 * open types may grow.
 * @param change Redocly's report; `base` and `revision` have the pointer and the value before and after
 * @param documents the two documents that were compared: `{base, revision}`
 */
export function rateChange({ impact, path, typeName, kind, property = "", base, revision }, documents) {
  const isPromised = property === "required" && revision?.value === true;
  if (typeName === "Header" && (kind === "removed" || (property === "required" && !isPromised))) return "major";
  if (typeName !== "Schema") return impact === "patch" && forCallers.includes(property) ? "minor" : impact;
  if (kind === "removed") return "major";
  if (kind === "added") return mayAddVariants(path, unionAt(documents.revision, revision.pointer)) ? "minor" : impact;
  const isOpen = property === "enum" && mayAddValues(base?.pointer ?? "", unionAt(documents.base, base?.pointer));
  if (isOpen && revision?.value !== undefined) {
    return (base.value ?? []).every((value) => revision.value.includes(value)) ? "minor" : "major";
  }
  const isForPrograms = !forPeople.includes(property) && !property.startsWith("x-");
  return impact === "patch" && isForPrograms ? "minor" : impact;
}

/** Returns the branches of the innermost union around a pointer, if any. */
function unionAt(document, pointer = "") {
  const segments = pointer.split("/").slice(1);
  const branches = segments.slice(0, segments.lastIndexOf("anyOf") + 1);
  const found = branches.reduce(
    (node, segment) => node?.[segment.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
  return Array.isArray(found) ? found : [];
}

/** True if a union may get more variants: it has an open variant, or lists the events of a stream. */
const mayAddVariants = (path, branches) =>
  /text~1event-stream\/schema\/anyOf\/\d+$/.test(path) || branches.some((branch) => branch["x-open-variant"]);

/** True if an enum may get more values: it is beside a branch for any string, or excludes values from an open variant. */
const mayAddValues = (pointer, branches) =>
  pointer.endsWith("/not/enum")
    ? branches.some((branch) => branch["x-open-variant"])
    : branches.some((branch) => branch.type === "string" && branch.enum === undefined && branch.const === undefined);
