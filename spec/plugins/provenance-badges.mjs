import { readRequirements } from "../scripts/requirements.mjs";

const meaning = {
  stated: "The specification of the service says so",
  upstream: "The published convention of the interface this is compatible with",
  observed: "A real service of this shape is publicly known to send it",
  inferred: "Our reading; nobody states it",
};

/** Redocly decorator: shows each `x-provenance` as a badge at the head of its description, with links to its requirement rows. */
export const provenanceBadges = () => {
  const statements = new Map(readRequirements().map(({ id, says }) => [id, says]));
  const show = (node) => {
    const provenance = node["x-provenance"];
    if (provenance === undefined) return;
    const rows = (node["x-requirement"] ?? []).map((id) => link(id, statements.get(id))).join(" ");
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

/** The reference shows one section at a time, so a row is reached by its section; its words are in the title. */
const link = (id, says = "") =>
  `<a href="#/section/requirements" title="${says.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}">${id}</a>`;
