import { compilerOptions, loadCompiler, programFile } from "./typescript-5.ts";

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
}

/** How many types the compiler makes of generic ones to check a program. Throws where the program does not compile. */
export function countInstantiations(text: string): number {
  const compiler = loadCompiler() as Compiler;
  const resolved = compiler.convertCompilerOptionsFromJson(compilerOptions, ".").options;
  const host = compiler.createCompilerHost(resolved);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, target) =>
    name === programFile ? compiler.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  host.fileExists = (name) => name === programFile || fileExists.call(host, name);
  host.readFile = (name) => (name === programFile ? text : readFile.call(host, name));
  const program = compiler.createProgram([programFile], resolved, host);
  const [problem] = program.getSemanticDiagnostics(program.getSourceFile(programFile));
  if (problem !== undefined)
    throw new Error(`A measured program does not compile: ${JSON.stringify(problem.messageText)}`);
  return program.getInstantiationCount();
}
