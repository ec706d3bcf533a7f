import ts from "typescript-5.9";
import { pathOf } from "../src/node-process.ts";

/** Path of a measured program, which is never written. */
const programFile = pathOf("measured-program.ts", import.meta.url);

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
};

/** Result of checking a program with TypeScript 5.9. */
export interface CheckedProgram {
  /** Number of type instantiations. */
  instantiations: number;
  /** The type of each export, as an editor shows it: `{ completion: "ChatCompletion" }`. */
  types: Record<string, string>;
}

/** Checks the text of a module. Throws if it does not compile. */
export function checkProgram(text: string): CheckedProgram {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, target) =>
    name === programFile ? ts.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  host.fileExists = (name) => name === programFile || fileExists.call(host, name);
  host.readFile = (name) => (name === programFile ? text : readFile.call(host, name));
  const program = ts.createProgram([programFile], options, host);
  const [problem] = program.getSemanticDiagnostics(program.getSourceFile(programFile));
  if (problem !== undefined)
    throw new Error(`A measured program does not compile: ${JSON.stringify(problem.messageText)}`);
  const instantiations = program.getInstantiationCount();
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(programFile);
  const module = file && checker.getSymbolAtLocation(file);
  const names = module === undefined ? [] : checker.getExportsOfModule(module);
  const types = names.map((symbol) => [symbol.name, checker.typeToString(checker.getTypeOfSymbol(symbol))]);
  return { instantiations, types: Object.fromEntries(types) };
}
