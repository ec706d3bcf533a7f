import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** A node of a YAML file: any JSON value. */
// biome-ignore lint/suspicious/noExplicitAny: the tests look into documents of every shape.
export type Node = any;

export const source = fileURLToPath(new URL("../src", import.meta.url));

/** Parses the YAML files under `src`, by relative path. */
export function sourceFiles(): Map<string, Node> {
  const paths = globSync("**/*.yaml", { cwd: source }).sort();
  return new Map(paths.map((path) => [path, parse(readFileSync(join(source, path), "utf8"))]));
}

/** Parses a file of `dist`, YAML in this version. */
export function built(file: string, { version }: { version: "1.1" | "1.2" } = { version: "1.2" }): Node {
  const text = readFileSync(new URL(`../dist/${file}`, import.meta.url), "utf8");
  return file.endsWith(".json") ? JSON.parse(text) : parse(text, { version });
}

/** Yields every object in a tree with its path. */
export function* walkNodes(node: Node, path: string[] = []): Generator<{ node: Node; path: string[] }> {
  if (node === null || typeof node !== "object") return;
  yield { node, path };
  for (const [key, value] of Object.entries(node)) yield* walkNodes(value, [...path, key]);
}

/** Returns the files that a file refers to, by `$ref` or example name, relative to `src`. */
export function listReferences(path: string, file: Node): string[] {
  return [...walkNodes(file)]
    .flatMap(({ node, path: at }) => {
      const areNames = Array.isArray(node) && at.at(-3) === "content" && at.at(-1) === "examples";
      return areNames ? node.map((name) => `../examples/${name}.yaml`) : [node.$ref];
    })
    .filter((reference) => typeof reference === "string" && !reference.startsWith("#"))
    .map((reference: string) => relative(source, join(source, dirname(path), reference.split("#")[0] ?? "")));
}

/** Returns the component name of a file. */
export const nameOf = (path: string) => basename(path, ".yaml");

/** Resolves a local `$ref`; returns any other node itself. */
export function resolve(document: Node, node: Node): Node {
  if (node?.$ref === undefined) return node;
  const segments = node.$ref
    .slice(2)
    .split("/")
    .map((segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  return resolve(
    document,
    segments.reduce((at: Node, key: string) => at[key], document),
  );
}
