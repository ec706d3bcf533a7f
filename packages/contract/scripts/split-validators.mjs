import { build } from "esbuild";
import ts from "typescript";
import { mostErrors } from "../src/most-errors.ts";

/**
 * Ajv writes all validators as one module. Here each function and constant becomes a module of its own, in a shorter form,
 * and esbuild joins them: a module for each group, and shared ones for what several groups need.
 * @param {string} code what Ajv wrote
 * @param {Map<string, string[]>} names the validators of each group
 * @returns {Promise<Map<string, string>>} source by file name
 */
export async function splitValidators(code, names) {
  const modules = modulesOf(code);
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries([...names.keys()].map((group) => [group, `group:${group}`])),
    plugins: [
      {
        name: "validators",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^(group|part):/ }, ({ path }) => ({ path, namespace: "validators" }));
          onLoad({ filter: /./, namespace: "validators" }, ({ path }) => ({
            contents: path.startsWith("part:") ? modules.get(path.slice(5)) : groupOf(names.get(path.slice(6))),
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    outdir: "/",
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    minify: true,
    legalComments: "none",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
}

const groupOf = (names) =>
  `${names.map((name) => `import { ${name} } from "part:${name}";`).join("\n")}\nexport default { ${names.join(", ")} };`;

/** The source of a module for each declaration of the code, by the name that it declares. */
function modulesOf(written) {
  // A function that calls itself does so through `const wrapper0 = {validate: validate1}`.
  const wrapped = new Map(
    [...written.matchAll(/const (wrapper\d+) = \{validate: (\w+)\};/g)].map(([, from, to]) => [from, to]),
  );
  const code = written.replaceAll(/\b(wrapper\d+)\.validate\b/g, (_all, name) => wrapped.get(name));
  const declarations = new Map();
  const file = ts.createSourceFile("validators.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  for (const statement of file.statements) {
    const name = (statement.declarationList?.declarations[0] ?? statement).name?.text;
    if (name !== undefined) declarations.set(name, statement.getText());
  }
  const schemas = new Map(
    [...declarations]
      .filter(([name]) => /^schema\d+$/.test(name))
      .map(([name, text]) => [name, JSON.parse(text.slice(text.indexOf("{"), -1))]),
  );
  const modules = new Map([["fail", failSource]]);
  for (const [name, text] of declarations) {
    if (!schemas.has(name) && !wrapped.has(name))
      modules.set(name, withImports(name, shorter(text, schemas), declarations));
  }
  return modules;
}

function withImports(name, text, declarations) {
  const used = new Set(text.match(/\b(validate|pattern|formats|func)\d+\b|\b(fail|append)(?=\()/g) ?? []);
  const imports = [...used]
    .filter((other) => other !== name && (declarations.has(other) || /^(fail|append)$/.test(other)))
    .map((other) => `import { ${other} } from "part:${/^(fail|append)$/.test(other) ? "fail" : other}";\n`);
  return `${imports.join("")}${text.startsWith("export ") ? "" : "export "}${text}`;
}

/**
 * The same in fewer words: a function takes the value and its path, an error is a call, where in the contract it is begins
 * with the function's own place, and the values of an enumeration stand where they are used instead of the whole schema.
 */
function shorter(text, schemas) {
  if (!text.startsWith("function ")) return text;
  const place = /schemaPath:"(#\/\w+\/(?:schemas\/)?[^/"]+)/.exec(text)?.[1] ?? "";
  const short = text
    .replace(
      /\{instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors=\{\}\}=\{\}/,
      'instancePath=""',
    )
    .replaceAll(
      /\{instancePath(?::([^{}]*?))?,parentData[^{}]*?,rootData,dynamicAnchors\}/g,
      (_all, path) => path ?? "instancePath",
    )
    .replaceAll(
      /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:"(.*?)",keyword:"(\w+)",params:(\{.*?\})(,propertyName:.*?)?\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
      (_all, _name, path, schemaPath, keyword, params, propertyName) =>
        `vErrors = fail(vErrors, {instancePath:${path ?? "instancePath"},schemaPath:${placed(schemaPath, place)},keyword:"${keyword}",params:${params}${propertyName ?? ""}});`,
    )
    .replaceAll(
      /const (err\d+) = \{\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
      "vErrors = fail(vErrors, {});",
    )
    .replaceAll(/vErrors\.concat\((\w+)\.errors\)/g, "append(vErrors, $1.errors)")
    .replaceAll(/\b(schema\d+)((?:\.\w+|\["[^"]*"\]|\[\d+\])+)/g, (all, name, path) =>
      schemas.has(name) ? JSON.stringify(valueAt(schemas.get(name), path)) : all,
    );
  const left = /parentData|vErrors\.(push|concat)|\bschema\d+\b/.exec(short);
  if (left !== null) throw new Error(`Ajv writes ${left[0]} in a way that split-validators.mjs does not know.`);
  return place === "" ? short : short.replace("{", `{const place = ${JSON.stringify(place)};`);
}

/** `.properties.role.enum` of a schema; a name in brackets is a member, and so is a number. */
function valueAt(schema, path) {
  const segments = path.matchAll(/\.(\w+)|\["([^"]*)"\]|\[(\d+)\]/g);
  return [...segments].reduce((at, [, member, quoted, index]) => at[member ?? quoted ?? index], schema);
}

const placed = (path, place) =>
  path.startsWith(`${place}/`) ? `place+${JSON.stringify(path.slice(place.length))}` : JSON.stringify(path);

/**
 * Ajv copies the errors so far at every return from a schema, and keeps each of them: a body with a mistake in each of
 * thousands of elements takes minutes and gigabytes. Here they are appended, and of those beyond the ones that are
 * read only the number counts.
 */
const failSource = `
  export function fail(errors, error) {
    if (errors === null) return [error];
    errors.push(errors.length < ${mostErrors} ? error : errors[0]);
    return errors;
  }
  export function append(errors, more) {
    for (const error of more) fail(errors, error);
    return errors;
  }`;
