/** Members of a schema that people read and programs do not. */
const forPeople = ["description", "title", "examples"];

/** Members of an operation, a parameter or a header that callers act on. */
const forCallers = ["deprecated", "required"];

/**
 * The impact of a change by the rules of this contract (CONTRIBUTING.md, "What is breaking"), where Redocly's differ.
 * To Redocly a reply that can be less is harmless and one that can be more is breaking; here nothing that was
 * promised may go, in requests and in replies, and what is open takes more.
 * @param change as Redocly reports it; `base` and `revision` have the pointer and the value before and after
 * @param documents the two documents that were compared: `{base, revision}`
 */
export function rateChange({ impact, path, typeName, kind, property = "", base, revision }, documents) {
  const isPromised = property === "required" && revision?.value === true;
  if (typeName === "Header" && (kind === "removed" || (property === "required" && !isPromised))) return "major";
  if (typeName !== "Schema") return impact === "patch" && forCallers.includes(property) ? "minor" : impact;
  if (kind === "removed") return "major";
  if (kind === "added") return takesVariants(path, unionAt(documents.revision, revision.pointer)) ? "minor" : impact;
  const isOpen = property === "enum" && takesValues(base?.pointer ?? "", unionAt(documents.base, base?.pointer));
  if (isOpen && revision?.value !== undefined) {
    return (base.value ?? []).every((value) => revision.value.includes(value)) ? "minor" : "major";
  }
  const isForPrograms = !forPeople.includes(property) && !property.startsWith("x-");
  return impact === "patch" && isForPrograms ? "minor" : impact;
}

/** The branches of the union that a pointer leads into last; none where it leads into none. */
function unionAt(document, pointer = "") {
  const segments = pointer.split("/").slice(1);
  const branches = segments.slice(0, segments.lastIndexOf("anyOf") + 1);
  const found = branches.reduce(
    (node, segment) => node?.[segment.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
  return Array.isArray(found) ? found : [];
}

/** Tells if a union may get more variants: it has an open variant, or lists the events of a stream. */
const takesVariants = (path, branches) =>
  /text~1event-stream\/schema\/anyOf\/\d+$/.test(path) || branches.some((branch) => branch["x-open-variant"]);

/** Tells if a list may get more values: it stands beside a branch for any string, or excludes values from an open variant. */
const takesValues = (pointer, branches) =>
  pointer.endsWith("/not/enum")
    ? branches.some((branch) => branch["x-open-variant"])
    : branches.some((branch) => branch.type === "string" && branch.enum === undefined && branch.const === undefined);
