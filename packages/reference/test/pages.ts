import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../dist/site/", import.meta.url));

/** Every file of the built reference, by its path. */
export const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/").slice(folder.length).replace(/^\//, ""))
    .map((path) => [path, readFileSync(`${folder}${path}`, "utf8")]),
);

/** The pages of the built reference, by their path. */
export const pages = new Map([...files].filter(([path]) => path.endsWith(".html")));

export const page = (path: string): string => {
  const found = pages.get(path);
  if (found === undefined) throw new Error(`The reference has no page ${path}.`);
  return found;
};

/** Returns the text of a page, without its markup. */
export const readText = (html: string): string =>
  html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "").replaceAll(/<[^>]+>/g, " ");

/** The ids of a page's elements. */
export const listIds = (html: string): string[] => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
