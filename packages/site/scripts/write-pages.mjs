// Writes the pages of the site into dist/pages: the repository's Markdown, with its links turned to the site's addresses.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { addressOf, pageFiles, root } from "./pages.mjs";

const pages = fileURLToPath(new URL("../dist/pages/", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}packages/sdk/package.json`, "utf8"));
const repository = manifest.repository?.url.replaceAll(/^git\+|\.git$/g, "");
const files = pageFiles();

rmSync(pages, { recursive: true, force: true });
for (const file of files) {
  const target = `${pages}${addressOf(file)}.md`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withSiteLinks(readFileSync(`${root}${file}`, "utf8"), file));
}
writeFileSync(`${pages}decisions/index.md`, decisionsPage());
cpSync(`${root}docs/screenshots`, `${pages}public/screenshots`, { recursive: true });
const reference = dirname(fileURLToPath(import.meta.resolve("@model-access/reference/site/index.html")));
cpSync(reference, `${pages}public/reference`, { recursive: true });

/** Turns the relative links of a document into addresses of the site. What is no page is linked in the repository, if its address is known. */
function withSiteLinks(text, file) {
  const markdownLink = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
  const namedPage = /(?<!\[)`(docs\/[\w/-]+\.md)`/g;
  const image = /(src|srcset)="([^":]+)"/g;
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part
            .replaceAll(image, (_, name, path) => `${name}="/${resolve(file, path).replace(/^docs\//, "")}"`)
            .replaceAll(namedPage, (whole, page) => pageLink(page) ?? whole)
            .replaceAll(markdownLink, (whole, words, target) => siteLink({ whole, words, target, file })),
    )
    .join("");
}

/** Lists every decision with its ruling. */
function decisionsPage() {
  const rows = files
    .filter((file) => file.startsWith("decisions/"))
    .map((file) => {
      const [, title, ruling] = /^# (.+)\n\n\*\*Ruling: (.+?)\*\*/.exec(readFileSync(`${root}${file}`, "utf8")) ?? [];
      return `| [${title}](/${addressOf(file)}) | ${ruling?.replaceAll("|", "\\|")} |`;
    });
  return `# Decisions\n\n| decision | ruling |\n|---|---|\n${rows.join("\n")}\n`;
}

function siteLink({ whole, words, target, file }) {
  if (/^(https?:|mailto:|#)/.test(target)) return whole;
  const [path = "", heading = ""] = target.split("#");
  const linked = resolve(file, path);
  const page =
    linked === "decisions" ? "decisions/index" : (addressOf(linked) ?? addressOf(posix.join(linked, "README.md")));
  if (page !== undefined && existsSync(join(root, linked))) {
    return `[${words}](/${page.replace(/(^|\/)index$/, "$1")}${heading && `#${heading}`})`;
  }
  return repository ? `[${words}](${repository}/blob/main/${linked})` : words;
}

/** Links a page that a published README names by its path (`docs/sdk/streaming.md`), as packing does. */
function pageLink(page) {
  const title = files.includes(page) && /^# (.+)$/m.exec(readFileSync(`${root}${page}`, "utf8"))?.[1];
  return title ? `[${title}](/${addressOf(page).replace(/(^|\/)index$/, "$1")})` : undefined;
}

function resolve(file, path) {
  return posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
}
