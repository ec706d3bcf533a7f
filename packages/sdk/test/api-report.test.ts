import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
// The main entry comes first.
const entries = new Set(["index.d.ts", ...readdirSync(`${root}dist`).filter((file) => file.endsWith(".d.ts"))]);
const program = ts.createProgram(
  [...entries].map((file) => `${root}dist/${file}`),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts", "lib.esnext.disposable.d.ts"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  },
);
const checker = program.getTypeChecker();

const reported = new Set<ts.Symbol>();

/** Returns the exports of an entry, and a line for each of their members. */
function reportEntry(file: string): string {
  const source = program.getSourceFile(`${root}dist/${file}`);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing.`);
  const symbols = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const added = symbols.filter((symbol) => !reported.has(symbol));
  for (const symbol of added) reported.add(symbol);
  const lines = symbols.flatMap((symbol) =>
    added.includes(symbol) ? reportSymbol(symbol) : `${symbol.name} // as above`,
  );
  return `## @model-access/sdk/${file.slice(0, -5)}\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n`.replace("/index\n", "\n");
}

function reportSymbol(symbol: ts.Symbol): string | string[] {
  const { name, flags, declarations: [declaration] = [] } = symbol;
  if (declaration === undefined) throw new Error(`${name} is declared nowhere.`);
  if (!isOurs(declaration)) return `type ${name} // of the contract, or of openapi-fetch`;
  if (flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) return `const ${reportValue(symbol)}`;
  if (ts.isTypeAliasDeclaration(declaration)) return withoutComments(declaration);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter((member) => {
    const [place] = member.declarations ?? [];
    if (
      place === undefined ||
      !isOurs(place) ||
      member.name.includes("#") ||
      ts.getCombinedModifierFlags(place) & ts.ModifierFlags.Private
    )
      return false;
    // What an exported parent has is reported with it.
    return (
      place.parent === declaration ||
      !reported.has(checker.getSymbolAtLocation((place.parent as ts.ClassDeclaration).name as ts.Node) as ts.Symbol)
    );
  });
  const parts = ts.isClassDeclaration(declaration) ? [...declaration.members] : [];
  const constructors = parts.filter(ts.isConstructorDeclaration).map((one) => `  ${withoutComments(one)}`);
  return [
    withoutComments(declaration).replace(/ ?\{.*/, ""),
    ...constructors,
    ...members.map((member) => `  ${reportValue(member)}`),
  ];
}

function reportValue(symbol: ts.Symbol): string {
  // The number of a well-known symbol is another one in each run.
  const name = symbol.name.replace(/^__@(\w+)@\d+$/, "[Symbol.$1]");
  const isOptional = symbol.flags & ts.SymbolFlags.Optional;
  const type = checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, ts.TypeFormatFlags.NoTruncation);
  return isOptional ? `${name}?: ${type.replace(/ \| undefined$/, "")}` : `${name}: ${type}`;
}

function isOurs(declaration: ts.Declaration): boolean {
  return /\/sdk\/dist\/types\/(?!generated)/.test(declaration.getSourceFile().fileName);
}

function withoutComments(node: ts.Node): string {
  return node
    .getText()
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^export (declare )?/, "");
}

const intro = `# Public names of @model-access/sdk

Everything that users can import, with its members; "as above" are names that an earlier entry has too. A change of the public face changes this file, and nothing else does: \`vitest run test/api-report.test.ts -u\` writes it, and \`test/api-report.test.ts\` compares it.

`;

test("the public entries export what api.md says", async () => {
  await expect(intro + [...entries].map(reportEntry).join("\n")).toMatchFileSnapshot("../api.md");
});

test.each([
  "@model-access/sdk/chunks/client",
  "@model-access/sdk/types/client",
  "@model-access/sdk/types/transport/keyring",
  "@model-access/sdk/call/call",
  "@model-access/sdk/package.json",
])("%s can't be imported", async (specifier) => {
  await expect(import(/* @vite-ignore */ specifier)).rejects.toThrow();
});
