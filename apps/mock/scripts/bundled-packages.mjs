import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** Writes beside a bundle which packages are in it, as package URLs, and their licences. */
export function writePackages(metafile, { project, beside }) {
  const folderPattern = /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//;
  const folders = new Set(Object.keys(metafile.inputs).flatMap((file) => folderPattern.exec(file)?.[0] ?? []));
  const bundled = [...folders]
    .map((folder) => ({ ...manifestOf(`${project}${folder}`), terms: termsIn(`${project}${folder}`) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

  // Package URLs, as the bill of materials has them.
  const urls = bundled.map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`);
  writeFileSync(`${resolve(project, beside)}.packages.json`, `${JSON.stringify(urls, null, 2)}\n`);
  const notices = bundled.map(
    ({ name, version, license, licenses, terms }) => `${name} ${version}: ${license ?? licenses?.[0].type}\n${terms}`,
  );
  writeFileSync(`${resolve(project, beside)}.licenses.txt`, notices.join(`\n${"-".repeat(80)}\n`));
}

/** The package.json of a folder. */
export function manifestOf(folder) {
  return JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
}

/** Of packages that leave their licence's file out: what stands in their repository. */
const copyrights = { "@redis/client": "Copyright (c) 2022-2025, Redis, inc." };

function termsIn(folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const copyright = copyrights[manifestOf(folder).name];
  if (files.length === 0 && copyright !== undefined) {
    return `\n${readFileSync(new URL("mit-license.txt", import.meta.url), "utf8").replace("COPYRIGHT", copyright)}`;
  }
  return files.map((file) => `\n${readFileSync(`${folder}${file}`, "utf8").trim()}\n`).join("");
}
