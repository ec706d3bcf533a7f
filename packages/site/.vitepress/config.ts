import { readFileSync } from "node:fs";
import { type DefaultTheme, defineConfig } from "vitepress";
import { addressOf, pageFiles, root } from "../scripts/pages.mjs";

// What is known of the project stands in the packages that are published. A homepage in the repository is no site.
const manifest = JSON.parse(readFileSync(`${root}packages/sdk/package.json`, "utf8")) as {
  repository?: { url: string };
  homepage?: string;
};
const repository = manifest.repository?.url.replaceAll(/^git\+|\.git$/g, "");
const site = manifest.homepage?.endsWith("#readme") ? undefined : manifest.homepage;
const pages: { file: string; link: string; text: string }[] = pageFiles().map((file: string) => ({
  file,
  link: `/${addressOf(file)}`.replace(/\/index$/, "/"),
  text: /^# (.+)$/m.exec(readFileSync(`${root}${file}`, "utf8"))?.[1]?.replaceAll("`", "") ?? file,
}));

/** The packages in the order of the README's doors; others follow. */
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

export default defineConfig({
  title: "Model Access",
  description: "The contract, SDK, mock and contract tests of the Model Access API.",
  base: site ? new URL(site).pathname.replace(/\/?$/, "/") : "/",
  srcDir: "dist/pages",
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
