const provenances = ["stated", "upstream", "observed", "inferred"];

/**
 * Redocly rule: every file of a path, schema, response, parameter or header says where its shape comes from
 * (`x-provenance`), and what is `stated` names the requirement rows (`x-requirement`). A keyword that comes from elsewhere
 * than its element is in `x-keyword-provenance`.
 */
export const provenancePresent = () => {
  const check = (node, { report, location, parent }) => {
    const isFileRoot = location.pointer === "#/";
    const provenance = node["x-provenance"];
    for (const [keyword, of] of Object.entries(node["x-keyword-provenance"] ?? {})) {
      if (provenances.includes(of) && node[keyword] !== undefined) continue;
      report({
        message: `x-keyword-provenance says ${JSON.stringify(of)} of ${keyword}; it names a keyword beside it and one of ${provenances.join(", ")}.`,
        location: location.child("x-keyword-provenance"),
      });
    }
    if (provenance === undefined) {
      if (isFileRoot && parent !== undefined) {
        report({
          message: `This file lacks x-provenance. Say at its top where its shape comes from: ${provenances.join(", ")}.`,
          location,
        });
      }
      return;
    }
    if (!provenances.includes(provenance)) {
      report({
        message: `x-provenance is ${JSON.stringify(provenance)}; it must be one of ${provenances.join(", ")}.`,
        location: location.child("x-provenance"),
      });
    }
    if (provenance === "stated" && !(node["x-requirement"]?.length > 0)) {
      report({
        message: "x-provenance is stated, so x-requirement must name the rows of requirements.yaml that state it.",
        location: location.child("x-provenance"),
      });
    }
  };
  return Object.fromEntries(
    ["PathItem", "Operation", "Schema", "Response", "Parameter", "Header", "SecurityScheme"].map((type) => [
      type,
      check,
    ]),
  );
};
