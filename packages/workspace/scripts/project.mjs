// What project.json at the root says of the project, and how it gets into the packages that are published.
import { readFileSync } from "node:fs";
import { root } from "./changesets.mjs";

const meanings = {
  repository: "the repository's address, https://…, without .git",
  site: "the address of the documentation",
  author: "who publishes the packages, as package.json names an author",
  contact: "an address for security reports, mailto:… or https://…",
};

/** Reads project.json: text for every member, empty if it isn't known yet. */
export function readProject(file = `${root}project.json`) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Says in a sentence what is missing for a release; `undefined` where nothing is. */
export function missingSentence(project) {
  const missing = Object.keys(meanings).filter((name) => (project[name] ?? "") === "");
  if (missing.length === 0) return undefined;
  const list = missing.map((name) => `${name} (${meanings[name]})`).join(", ");
  return `project.json at the root has no ${list}. Fill it in: packages are published with these.`;
}

/** Returns the manifest of a package with what is known of the project. */
export function manifestWithProject(manifest, { repository, site, author, contact }, folder) {
  return {
    ...manifest,
    ...(repository && {
      repository: { type: "git", url: `git+${repository}.git`, directory: folder },
      bugs: { url: `${repository}/issues`, ...(contact?.startsWith("mailto:") && { email: contact.slice(7) }) },
    }),
    ...((site || repository) && { homepage: site || `${repository}/tree/main/${folder}#readme` }),
    ...(author && { author }),
  };
}

/** Returns a README with links to the pages that it names (`docs/sdk/streaming.md`), and with badges, where addresses are known. */
export function readmeWithProject(text, { repository, site }, { name }) {
  const linked = text.replaceAll(/(?<!\[)`docs\/([\w/-]+)\.md`/g, (whole, page) => {
    const path = page.replace(/(^|\/)README$/, "$1");
    if (site) return `[${whole}](${site.replace(/\/$/, "")}/${path})`;
    return repository ? `[${whole}](${repository}/blob/main/docs/${page}.md)` : whole;
  });
  if (!repository) return linked;
  const badge = `[![CI](${repository}/actions/workflows/ci.yml/badge.svg)](${repository}/actions/workflows/ci.yml)`;
  return linked.replace(
    /^(# .+\n)/,
    `$1\n${badge} [Changelog](${repository}/releases?q=${encodeURIComponent(name)})\n`,
  );
}
