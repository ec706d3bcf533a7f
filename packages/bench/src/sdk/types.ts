/** Cost of checking a client's types, and the types that an editor shows. */
export interface TypesRow {
  name: string;
  /** Type instantiations that checking a file with one call makes. */
  instantiations: number;
  /** The type of the result, as an editor shows it. */
  result: string;
}

const body = `{ model: "m", messages: [{ role: "user", content: "Hi" }] }`;

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

/** Checks each program once: the count is the same every time. */
export async function measureTypes(most: number): Promise<TypesRow[]> {
  const { checkProgram } = await import("./check-program.ts"); // with a compiler, which takes a second
  return Object.entries(programs)
    .slice(0, most)
    .map(([name, text]) => {
      const { instantiations, types } = checkProgram(text);
      return { name, instantiations, result: types.completion ?? "" };
    });
}
