// `pnpm --filter @model-access/workspace check-manifests`: refuses a release while a published package lacks its origin.
// Provenance needs the repository, and users its issues.
import { published, readManifest } from "./changesets.mjs";

/** Returns a sentence for each missing field: `packages/sdk/package.json has no homepage of this form: …`. */
export function missingFields(manifest, folder) {
  const { repository, homepage, bugs } = manifest;
  const isFrom = /^git\+https:.+\.git$/.test(repository?.url) && repository.directory === folder;
  const web = "https://HOST/OWNER/NAME";
  const fields = [
    ["repository", isFrom, `{ "type": "git", "url": "git+${web}.git", "directory": "${folder}" }`],
    ["homepage", /^https:/.test(homepage), `"https://…", the documents' site, or "${web}/tree/main/${folder}#readme"`],
    ["bugs", /^https:/.test(bugs?.url), `{ "url": "${web}/issues" }`],
  ];
  return fields
    .filter(([, isThere]) => !isThere)
    .map(([name, , form]) => `${folder}/package.json has no ${name} of this form: ${form}.`);
}

if (process.argv[1] === import.meta.filename) {
  const missing = published.flatMap((folder) => missingFields(readManifest(folder), folder));
  for (const sentence of missing) console.error(sentence);
  if (missing.length > 0) process.exit(1);
}
