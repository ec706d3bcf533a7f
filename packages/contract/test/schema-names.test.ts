import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const file = fileURLToPath(new URL("shown.ts", import.meta.url));

/** Returns the names of these types as an editor shows them. */
function shown(types: string[]): string[] {
  const text = `import type * as Contract from "../src/generated/openapi.js";
import type { components, paths } from "../src/generated/openapi.js";
${types.map((type, index) => `export declare const value${index}: ${type};`).join("\n")}
`;
  const options = { module: ts.ModuleKind.NodeNext, strict: true, types: [], lib: ["lib.es2023.d.ts"] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  const program = ts.createProgram([file], options, host);
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);

  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).map((symbol) =>
    checker.typeToString(checker.getTypeOfSymbol(symbol), source, ts.TypeFormatFlags.NoTruncation),
  );
}

test("an editor shows the name of a schema, however it is reached", () => {
  const names = shown([
    'components["schemas"]["ChatCompletionRequest"]',
    'Contract.ModelList["data"]',
    'Contract.Message["content"][number]',
    'paths["/v1/videos/{video_id}"]["get"]["responses"]["200"]["content"]["application/json"]',
  ]);

  expect(names).toEqual([
    "Contract.ChatCompletionRequest",
    "Contract.Model[]",
    "Contract.MessageContentBlock",
    "Contract.Video",
  ]);
});
