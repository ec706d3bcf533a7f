import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { otherFiles, pages } from "../.vitepress/pages.ts";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const read = (page: string) => readFileSync(join(site, page), "utf8");
const built = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));

test("every document of the repository is a page with its own address", () => {
  const addresses = [...pages.values()];

  expect(addresses.length).toBeGreaterThan(50);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((address) => !existsSync(join(site, `${address}.html`)))).toEqual([]);
  expect(otherFiles.filter((file) => /^(docs|decisions|examples)\//.test(file))).toEqual([]);
});

test("every link of a page leads to an existing page and heading", () => {
  const missing = built.flatMap((file) => {
    const links = [...read(file).matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    return links.filter((href) => !isThere(href, `/${file.replaceAll("\\", "/")}`)).map((href) => `${file}: ${href}`);
  });

  expect(missing).toEqual([]);
});

test("no page requests anything from another host", () => {
  const asking = built.filter((file) =>
    /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//.test(read(file)),
  );

  expect(asking).toEqual([]);
});

function isThere(href: string, from: string): boolean {
  if (/^(https?:|mailto:)/.test(href)) return true;
  const [path = "", heading] = href.split("#");
  const address = path === "" ? from : posix.resolve(posix.dirname(from), path) + (path.endsWith("/") ? "/" : "");
  const file = ["", ".html", "index.html", "/index.html"]
    .map((ending) => decodeURI(address) + ending)
    .find((candidate) => /\.\w+$/.test(candidate) && existsSync(join(site, candidate)));
  return file !== undefined && (!heading || read(file).includes(`id="${decodeURIComponent(heading)}"`));
}
