import { openTypeServer } from "./type-server.ts";
import { compilerOptions, programFile, typeServerFile } from "./typescript-5.ts";

/** A program in an editor. */
export interface Editor {
  /** The names that are offered at a place in the text. */
  completionsAt(index: number): Promise<string[]>;
  /** What is shown over a name in the text. */
  hoverAt(index: number): Promise<string>;
  close(): void;
}

/** Opens a program as an editor does, and waits until its project is loaded. */
export async function openEditor(text: string): Promise<Editor> {
  const server = openTypeServer(typeServerFile);
  const file = programFile;
  await server.ask("compilerOptionsForInferredProjects", { options: compilerOptions });
  server.tell("open", { file, fileContent: text, scriptKindName: "TS" });
  await server.ask("projectInfo", { file, needFileNameList: false });

  return {
    async completionsAt(index) {
      const place = placeOf(text, index);
      const { entries } = await server.ask<{ entries: { name: string }[] }>("completionInfo", { file, ...place });
      return entries.map(({ name }) => name);
    },
    async hoverAt(index) {
      const place = placeOf(text, index);
      return (await server.ask<{ displayString: string }>("quickinfo", { file, ...place })).displayString;
    },
    close: server.close,
  };
}

/** The line and column of a place in a text, both counted from 1. */
function placeOf(text: string, index: number): { line: number; offset: number } {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, offset: (before.at(-1) ?? "").length + 1 };
}
