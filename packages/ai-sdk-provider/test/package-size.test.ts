import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles a module that imports the package as published, without the modules that `ai` brings anyway. */
async function bundleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    external: ["@ai-sdk/*"],
    format: "esm",
    target: "esnext",
  });
  return outputFiles[0]?.text ?? "";
}

const sizeOf = async (contents: string) => gzipSync(await bundleOf(contents), { level: 9 }).length;

/** A program with a client and these of its resources, and one with the models that are made of them. */
function programs(resources: Record<string, string>, entry: string, factory: string) {
  const imports = Object.entries(resources).map(
    ([path, name]) => `import { create${name} as ${path} } from "@model-access/sdk/${path}";`,
  );
  const members = Object.keys(resources).map((path) => `${path}: ${path}(client)`);
  const sdk = `import { createClient } from "@model-access/sdk/core"; ${imports.join(" ")}
const client = createClient(); export const resources = { ${members.join(", ")} };`;
  return {
    sdk,
    provider: `import { ${factory} } from "@model-access/ai-sdk-provider/${entry}"; ${sdk}
export const model = ${factory}("Test-Model", resources);`,
  };
}

test.each([
  ["chat completions", programs({ chat: "ChatCompletions" }, "chat", "createChatModel"), 4.8],
  ["the messages interface", programs({ messages: "Messages" }, "messages", "createMessageModel"), 5.1],
  ["the responses interface", programs({ responses: "Responses" }, "responses", "createResponseModel"), 5],
  ["bots", programs({ bots: "Bots", files: "Files" }, "bots", "createBotModel"), 5.2],
  ["pictures", programs({ chat: "ChatCompletions" }, "images", "createImageModel"), 2],
  ["videos", programs({ videos: "Videos" }, "videos", "createVideoModel"), 1.6],
  [
    "all of it",
    {
      sdk: 'export { ModelAccess } from "@model-access/sdk";',
      provider: 'export { modelAccess } from "@model-access/ai-sdk-provider";',
    },
    11.5,
  ],
])("%s is small over the SDK", async (what, { sdk, provider }, maxKB) => {
  const size = (await sizeOf(provider)) - (await sizeOf(sdk));

  expect(size, `${what} has ${(size / 1024).toFixed(1)} KB of ${maxKB}`).toBeLessThanOrEqual(maxKB * 1024);
  expect(size).toBeGreaterThan(1024);
});

test("a bundle of one kind of model holds no other", async () => {
  const marks = ["chat/completions", "redacted_thinking", "encrypted_content", "is_replace_response", "cost_points"];

  const bundle = await bundleOf(programs({ chat: "ChatCompletions" }, "chat", "createChatModel").provider);

  expect(marks.filter((mark) => bundle.includes(mark))).toEqual(["chat/completions"]);
  const everything = await bundleOf('export { modelAccess } from "@model-access/ai-sdk-provider";');
  expect(marks.filter((mark) => !everything.includes(mark))).toEqual([]);
});
