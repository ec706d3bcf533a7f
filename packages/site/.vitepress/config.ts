import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig, type Plugin } from "vitepress";
import { pages as addresses, otherFiles, root } from "./pages.ts";
import { siteLinks } from "./site-links.ts";

// Project data comes from the published packages. A homepage in the repository is not a site.
const manifest = JSON.parse(readFileSync(join(root, "packages/sdk/package.json"), "utf8")) as {
  repository?: { url: string };
  homepage?: string;
};
const repository = manifest.repository?.url.replaceAll(/^git\+|\.git$/g, "");
const site = manifest.homepage?.endsWith("#readme") ? undefined : manifest.homepage;
const pages = [...addresses].map(([file, address]) => ({
  file,
  link: `/${address}`.replace(/\/index$/, "/"),
  text: /^# (.+)$/m.exec(readFileSync(join(root, file), "utf8"))?.[1]?.replaceAll("`", "") ?? file,
}));

/** The packages in the README's order; others follow. */
const packages = ["sdk", "ai-sdk-provider", "mock", "contract-tests", "contract"].map((name) => `/packages/${name}`);

const placeOf = (link: string) => (packages.includes(link) ? packages.indexOf(link) : packages.length);

/** Lists the pages of a folder, its index first. */
function pagesOf(folder: string): DefaultTheme.SidebarItem[] {
  return pages
    .filter(({ link }) => link.startsWith(folder))
    .sort((a, b) => Number(b.link === folder) - Number(a.link === folder) || placeOf(a.link) - placeOf(b.link))
    .map(({ link, text }) => ({ link, text }));
}

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      { text: "Overview", link: "/overview" },
      { text: "All documents", link: "/" },
      ...pages.filter(({ file }) => /^docs\/[^/]+\.md$/.test(file) && !file.endsWith("README.md")),
    ],
  },
  { text: "Packages", items: pagesOf("/packages/") },
  { text: "SDK", collapsed: false, items: pagesOf("/sdk/") },
  { text: "Mock", collapsed: false, items: pagesOf("/mock/") },
  { text: "Contract tests", collapsed: false, items: pagesOf("/contract-tests/") },
  { text: "Guides", collapsed: false, items: pagesOf("/guides/") },
  { text: "Examples", collapsed: true, items: pagesOf("/examples/") },
  { text: "Figures", link: "/figures" },
  { text: "Contributing", collapsed: true, items: pagesOf("/contributing/") },
  { text: "Decisions", collapsed: true, items: pagesOf("/decisions/") },
];

/** Resolves Vue for the documents, which are outside this package. */
const vueOfThisPackage: Plugin = {
  name: "vue-of-this-package",
  enforce: "pre",
  resolveId(id, importer) {
    if (!/^vue(\/|$)/.test(id) || !importer?.endsWith(".md")) return null;
    return this.resolve(id, fileURLToPath(import.meta.resolve("vue/package.json")), { skipSelf: true });
  },
};

export default defineConfig({
  title: "Model Access",
  description: "The contract, SDK, mock and contract tests of the Model Access API.",
  base: site ? new URL(site).pathname.replace(/\/?$/, "/") : "/",
  // Maps documents to addresses; the files stay in place.
  srcDir: root,
  srcExclude: otherFiles,
  rewrites: Object.fromEntries([...addresses].map(([file, address]) => [file, `${address}.md`])),
  markdown: { config: (md) => siteLinks(md, { repository }) },
  vite: { plugins: [vueOfThisPackage] },
  buildEnd({ outDir }) {
    const reference = dirname(fileURLToPath(import.meta.resolve("@model-access/reference/site/index.html")));
    cpSync(reference, join(outDir, "reference"), { recursive: true });
  },
  outDir: "dist/site",
  cacheDir: "dist/cache",
  cleanUrls: true,
  lastUpdated: false,
  themeConfig: {
    nav: [
      { text: "SDK", link: "/sdk/" },
      { text: "Mock", link: "/mock/" },
      { text: "Contract tests", link: "/contract-tests/" },
      { text: "Contract", link: "/packages/contract" },
      { text: "Reference", link: "/reference/index.html", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    ...(repository && { socialLinks: [{ icon: "github", link: repository }] }),
  },
});
