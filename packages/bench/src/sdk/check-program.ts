import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Path of a measured program; its text is never written there. */
const programFile = fileURLToPath(new URL("measured-program.ts", import.meta.url));

/** Compiler options of a measured program. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2023",
  module: "NodeNext",
  types: ["node"],
};

// The part of the compiler that is used; its own types are not installed here.
interface Compiler {
  createCompilerHost(options: object): {
    getSourceFile(name: string, target: unknown): unknown;
    fileExists(name: string): boolean;
    readFile(name: string): string | undefined;
  };
  createSourceFile(name: string, text: string, target: unknown): unknown;
  createProgram(names: string[], options: object, host: object): Program;
  convertCompilerOptionsFromJson(options: object, folder: string): { options: object };
}

interface Program {
  getSourceFile(name: string): object;
  getSemanticDiagnostics(file: object): { messageText: unknown }[];
  getInstantiationCount(): number;
  getTypeChecker(): {
    getSymbolAtLocation(file: object): object;
    getExportsOfModule(module: object): { name: string }[];
    getTypeOfSymbol(symbol: object): object;
    typeToString(type: object): string;
  };
}

/** Result of checking a program with TypeScript 5.9. */
export interface CheckedProgram {
  /** Types that it makes of generic ones. */
  instantiations: number;
  /** The type of each export, as an editor shows it: `{ completion: "ChatCompletion" }`. */
  types: Record<string, string>;
}

/** Checks the text of a program that is a module. Throws where it does not compile. */
export function checkProgram(text: string): CheckedProgram {
  const compiler = createRequire(import.meta.url)("typescript-5.9") as Compiler;
  const resolved = compiler.convertCompilerOptionsFromJson(compilerOptions, ".").options;
  const host = compiler.createCompilerHost(resolved);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, target) =>
    name === programFile ? compiler.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  host.fileExists = (name) => name === programFile || fileExists.call(host, name);
  host.readFile = (name) => (name === programFile ? text : readFile.call(host, name));
  const program = compiler.createProgram([programFile], resolved, host);
  const file = program.getSourceFile(programFile);
  const [problem] = program.getSemanticDiagnostics(file);
  if (problem !== undefined)
    throw new Error(`A measured program does not compile: ${JSON.stringify(problem.messageText)}`);
  const instantiations = program.getInstantiationCount();
  const checker = program.getTypeChecker();
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  const types = names.map((symbol) => [symbol.name, checker.typeToString(checker.getTypeOfSymbol(symbol))]);
  return { instantiations, types: Object.fromEntries(types) };
}
