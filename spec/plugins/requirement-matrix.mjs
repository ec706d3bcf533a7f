import { marksOf, readRequirements } from "../scripts/requirements.mjs";

/** Redocly decorator: appends the requirement matrix to the description of the reference. */
export const requirementMatrix = () => ({
  Root: {
    leave(document) {
      const marks = marksOf(document);
      const rows = readRequirements().map((row) => {
        const places = (marks.get(row.id) ?? []).map(({ name, anchor }) => (anchor ? `[${name}](${anchor})` : name));
        const where = places.length > 0 ? [...new Set(places)].join(", ") : (row.elsewhere ?? "");
        return `| ${row.id} | ${cell(row.says)} | ${cell(where)} |`;
      });
      document.info.description += `
# Requirements

Every statement of the service's specification, and where this contract says it.

| row | the specification says | where |
|---|---|---|
${rows.join("\n")}
`;
    },
  },
});

const cell = (text) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<provider>", "&lt;provider&gt;")
    .replaceAll("<width>:<height>", "&lt;width&gt;:&lt;height&gt;");
