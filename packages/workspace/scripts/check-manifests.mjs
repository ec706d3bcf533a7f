// `pnpm --filter @model-access/workspace check-manifests`: refuses a release while a published package doesn't say where it
// comes from. Provenance needs the repository, and users its issues.
import { published, readManifest } from "./changesets.mjs";

/** Says in a sentence for each what a manifest lacks: `packages/sdk/package.json has no homepage: …`. */
export function missingFields(manifest, folder) {
  const { repository, homepage, bugs } = manifest;
  const has = {
    repository: /^git\+https:.+\.git$/.test(repository?.url) && repository.directory === folder,
    homepage: /^https:/.test(homepage),
    bugs: /^https:/.test(bugs?.url),
  };
  const lines = {
    repository: `{ "type": "git", "url": "git+https://HOST/OWNER/NAME.git", "directory": "${folder}" }`,
    homepage: `"https://…", the site of the documents, or "https://HOST/OWNER/NAME/tree/main/${folder}#readme"`,
    bugs: `{ "url": "https://HOST/OWNER/NAME/issues" }`,
  };
  return Object.keys(has)
    .filter((field) => !has[field])
    .map((field) => `${folder}/package.json has no ${field} of this form: ${lines[field]}.`);
}

if (process.argv[1] === import.meta.filename) {
  const missing = published.flatMap((folder) => missingFields(readManifest(folder), folder));
  if (missing.length > 0) {
    console.error(`${missing.join("\n")}\nNothing is published without these; RELEASING.md says when they are added.`);
    process.exitCode = 1;
  }
}
