import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { validate } from "@scalar/openapi-parser";
import converter from "openapi-to-postmanv2";
import { chromium } from "playwright-core";
import type { Tool } from "./tool.ts";

/** Programs that read a bundle to check, show or convert it. */
export const readers: Tool[] = [
  {
    name: "swagger-parser",
    package: "@apidevtools/swagger-parser",
    makes: "a validated document",
    async run(bundle) {
      await SwaggerParser.validate(bundle);
      return { said: "" };
    },
    notes: { "openapi.3.2.json": "it reads 3.1 at most" },
  },
  {
    name: "Scalar's parser",
    package: "@scalar/openapi-parser",
    makes: "a validated document",
    async run(bundle) {
      const { valid, errors = [] } = await validate(readFileSync(bundle, "utf8"));
      if (!valid) throw new Error(errors[0]?.message ?? "The document is not valid.");
      return { said: "" };
    },
  },
  {
    name: "Postman's converter",
    package: "openapi-to-postmanv2",
    makes: "a collection",
    run: (bundle) =>
      new Promise((resolve, reject) => {
        converter.convert({ type: "string", data: readFileSync(bundle, "utf8") }, {}, (error, status) => {
          const requests = JSON.stringify(status?.output ?? []).match(/"request":\{/g)?.length ?? 0;
          if (error || !status?.result) reject(error ?? new Error(status?.reason));
          else if (requests < 15) reject(new Error(`The collection has ${requests} requests.`));
          else resolve({ said: "" });
        });
      }),
  },
  {
    name: "Swagger UI",
    package: "swagger-ui-dist",
    makes: "a page",
    run: showInSwaggerUi,
  },
];

/** Shows the bundle in Chromium, offline. Throws if the page lacks an operation or has an error. */
async function showInSwaggerUi(bundle: string): Promise<{ said: string }> {
  const document: { paths: Record<string, object> } = JSON.parse(readFileSync(bundle, "utf8"));
  const script = readFileSync(fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")), "utf8");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    const asked: string[] = [];
    await page.route("**/*", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.setContent('<main id="ui"></main>');
    await page.addScriptTag({ content: script });
    await page.evaluate(`SwaggerUIBundle({ spec: ${JSON.stringify(document)}, dom_id: "#ui" })`);
    await page.waitForSelector(".opblock, .errors-wrapper", { timeout: 60_000 });
    const shown = await page.locator(".opblock").count();
    const errors = await page.locator(".errors-wrapper").allInnerTexts();
    if (errors.length > 0 || shown < Object.keys(document.paths).length)
      throw new Error(errors[0] ?? `The page shows ${shown} operations.`);
    return { said: asked.map((url) => `warning: it asks for ${url}`).join("\n") };
  } finally {
    await browser.close();
  }
}
