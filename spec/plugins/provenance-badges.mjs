const meaning = {
  stated: "The specification of the service says so",
  upstream: "The published convention of the interface this is compatible with",
  observed: "A real service of this shape is publicly known to send it",
  inferred: "Our reading; nobody states it",
};

/** Redocly decorator: shows each `x-provenance` as a badge at the head of its description, with links to its requirement rows. */
export const provenanceBadges = () => {
  const show = (node) => {
    const provenance = node["x-provenance"];
    if (provenance === undefined) return;
    const rows = (node["x-requirement"] ?? []).map((id) => `<a href="#${id}">${id}</a>`).join(" ");
    const badge = `<span class="provenance ${provenance}" title="${meaning[provenance]}">${provenance}${rows && ` ${rows}`}</span>`;
    node.description = `${badge} ${node.description ?? ""}`;
  };
  const leave = { leave: show };
  return {
    Schema: leave,
    Response: leave,
    Parameter: leave,
    Header: leave,
    SecurityScheme: leave,
    PathItem: {
      leave(item) {
        for (const operation of Object.values(item)) {
          if (!operation?.operationId) continue;
          operation["x-provenance"] ??= item["x-provenance"];
          operation["x-requirement"] ??= item["x-requirement"];
          show(operation);
        }
      },
    },
  };
};
