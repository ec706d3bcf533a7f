import { countInstantiations } from "./count-instantiations.ts";
import { openEditor } from "./open-editor.ts";

/** What the types of a client cost who uses it in an editor. */
export interface TypesRow {
  name: string;
  /** Type instantiations that checking a file with one call makes. */
  instantiations: number;
  /** From asking for a completion inside the body of that call to the answer, once the project is loaded; one value for each fresh server. */
  completionMs: number[];
  /** What the editor shows over the result. */
  hover: string;
}

/** A completion is asked for after its comma. */
const body = `{ model: "m", messages: [{ role: "user", content: "Hi" }], }`;

/** A file with one call, by client. */
const programs: Record<string, string> = {
  "a declared function": `interface Body { model: string; messages: { role: string; content: string }[]; temperature?: number }
declare function create(body: Body): Promise<string>;
export const completion = await create(${body});
`,
  "@model-access/sdk": `import { ModelAccess } from "@model-access/sdk";
const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
export const completion = await client.chat.completions.create(${body});
`,
  openai: `import OpenAI from "openai";
const client = new OpenAI({ apiKey: "k" });
export const completion = await client.chat.completions.create(${body});
`,
  "openapi-fetch (client.raw)": `import { ModelAccess } from "@model-access/sdk";
const { raw } = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
export const { data: completion } = await raw.POST("/v1/chat/completions", { body: ${body} });
`,
};

/** Asks the compiler and the language server of TypeScript 5.9. */
export async function measureTypes({ rounds = 5 } = {}): Promise<TypesRow[]> {
  const rows: TypesRow[] = [];
  for (const [name, text] of Object.entries(programs)) {
    rows.push({ name, instantiations: countInstantiations(text), completionMs: [], hover: "" });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const row of rows) {
      const { completionMs, hover } = await edit(programs[row.name] ?? "");
      row.completionMs.push(completionMs);
      row.hover = hover;
    }
  }
  return rows;
}

async function edit(text: string): Promise<{ completionMs: number; hover: string }> {
  const editor = await openEditor(text);
  try {
    const before = performance.now();
    const names = await editor.completionsAt(text.indexOf("}], }") + "}], ".length);
    const completionMs = performance.now() - before;
    if (!names.includes("temperature")) throw new Error("The completion does not offer temperature.");
    return { completionMs, hover: await editor.hoverAt(text.indexOf("completion")) };
  } finally {
    editor.close();
  }
}
