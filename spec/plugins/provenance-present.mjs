const provenances = ["stated", "upstream", "observed", "inferred"];

/**
 * Redocly rule: every file of a path, schema, response, parameter or header has the source of its shape (`x-provenance`);
 * an element in it only if it differs. What is `stated` names its requirement rows (`x-requirement`). A keyword whose
 * source differs from its element's is in `x-keyword-provenance`.
 */
export const provenancePresent = () => {
  const check = (node, { report, location, parent }) => {
    if (location.pointer !== "#/") return;
    if (node["x-provenance"] === undefined && parent !== undefined) {
      report({
        message: `This file lacks x-provenance. Say at its top where its shape comes from: ${provenances.join(", ")}.`,
        location,
      });
    }
    for (const { message, path } of findProblems(node)) report({ message, location: location.child(path) });
  };
  return Object.fromEntries(
    ["Root", "PathItem", "Schema", "Response", "Parameter", "Header"].map((type) => [type, check]),
  );
};

/**
 * Finds the wrong marks of a file. `source` is the provenance of the enclosing node, `rows` are its requirement rows, and
 * `isNamed` is true if a `stated` beside them is covered.
 */
function* findProblems(node, { source, rows = [], isNamed = false } = {}, path = []) {
  if (node === null || typeof node !== "object") return;
  const { "x-provenance": own = source, "x-members-provenance": ofMembers = own } = node;
  for (const [mark, inherited] of [
    ["x-provenance", source],
    ["x-members-provenance", own],
  ]) {
    const value = node[mark];
    if (value === undefined) continue;
    const isKnown = provenances.includes(value);
    if (isKnown && value !== inherited) continue;
    const what = isKnown ? ", as without it; leave it out" : `; it must be one of ${provenances.join(", ")}`;
    yield { message: `${mark} is ${JSON.stringify(value)}${what}.`, path: [...path, mark] };
  }
  const { "x-requirement": ownRows = [] } = node;
  for (const row of ownRows.filter((id) => rows.includes(id))) {
    const message = `x-requirement names ${row}, which an element around it names; leave it out here, or there.`;
    yield { message, path: [...path, "x-requirement"] };
  }
  const isNamedHere = isNamed || (own === "stated" && ownRows.length > 0);
  if (node["x-provenance"] === "stated" && !isNamedHere) {
    yield {
      message: "x-provenance is stated, so x-requirement must name the rows of requirements.yaml that state it.",
      path: [...path, "x-provenance"],
    };
  }
  for (const [keyword, of] of Object.entries(node["x-keyword-provenance"] ?? {})) {
    if (provenances.includes(of) && node[keyword] !== undefined) continue;
    yield {
      message: `x-keyword-provenance says ${JSON.stringify(of)} of ${keyword}; it names a keyword beside it and one of ${provenances.join(", ")}.`,
      path: [...path, "x-keyword-provenance"],
    };
  }
  for (const [key, child] of Object.entries(node)) {
    const from = key === "properties" ? ofMembers : own;
    yield* findProblems(child, { source: from, rows: [...rows, ...ownRows], isNamed: isNamedHere }, [...path, key]);
  }
}
