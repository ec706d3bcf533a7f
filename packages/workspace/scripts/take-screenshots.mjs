// Takes the README's pictures: docs/screenshots/console-{light,dark}.png of the mock's console and contract-report.png of
// a report of the contract tests. They are tracked, so only a change of one of the two requires a run:
// `node scripts/take-screenshots.mjs`. It needs both built, Chromium, and fonts with emoji and CJK (fonts-noto-color-emoji, fonts-droid-fallback).
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlReport, runContractTests } from "@model-access/contract-tests";
import { startMock } from "@model-access/mock";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

const folder = fileURLToPath(new URL("../../../docs/screenshots/", import.meta.url));
const mock = await startMock({ port: 4010, latency: "fast" });
const admin = (method, path, body) =>
  fetch(`${mock.baseURL}/_mock/api/sessions/default${path}`, {
    method,
    headers: { "x-mock-admin": "1" },
    body: JSON.stringify(body),
  });
const call = async (path, body, key = "sk-mock-full", headers = {}) => {
  const response = await fetch(mock.baseURL + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.text().catch(() => "");
};
const ask = (content, more = {}) => ({ model: "GPT-5.2", messages: [{ role: "user", content }], ...more });
const passes = (ms) => admin("POST", "/clock/advance", { ms });

try {
  await makeTraffic();
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(chromiumOptions());
  for (const colorScheme of ["light", "dark"]) await takePicture(browser, colorScheme);
  await takeReport(browser);
  await browser.close();
} finally {
  await mock.close();
}

/** An afternoon of a client that is not finished yet. */
async function makeTraffic() {
  await admin("PUT", "/clock", { now: "2026-01-15T09:30:00Z" });
  await call("/v1/models");
  await admin("POST", "/keys", { key: "sk-mock-storefront", name: "storefront", points: 25_000 });
  await passes(2100);
  await call("/v1/chat/completions", ask("Which tide tables do I need for Lisbon?"), "sk-mock-storefront");
  await passes(900);
  const tools = [
    {
      type: "function",
      function: {
        name: "get_tide",
        description: "The tide at a place",
        parameters: { type: "object", properties: { port: { type: "string" } }, required: ["port"] },
      },
    },
  ];
  await call("/v1/chat/completions", ask("When is high water in Lisbon?", { tools, tool_choice: "required" }));
  await passes(1500);
  for (let times = 0; times < 3; times += 1) await call("/v1/balance", undefined, "sk-mock-tiny");
  await passes(600);
  await call("/v1/balance", undefined, "sk-mock-tiny");
  await passes(400);
  await call("/v1/balance", undefined, "sk-mock-tiny");
  await passes(61_000);
  await call("/v1/balance", undefined, "sk-mock-tiny");
  await passes(1200);
  const message = { model: "claude-sonnet-4-5", max_tokens: 300, messages: [{ role: "user", content: "Hello" }] };
  await call("/v1/messages", message, "sk-mock-full", { "anthropic-version": "2023-06-01" });
  await admin("PATCH", "/keys/storefront", { isRevoked: true });
  await passes(700);
  await call("/v1/chat/completions", ask("Are you there?"), "sk-mock-storefront");
  await passes(1300);
  const cut = { stream: true, x: undefined };
  await call("/v1/chat/completions", ask("Tell me about the harbour.", cut), "sk-mock-full", {
    "x-mock-fault": "half-frame;at=9",
  });
  await passes(800);
  await call("/v1/chat/completions", ask("Write two sentences about the sea.", { stream: true, max_tokens: 60 }));
  await admin("POST", "/faults", { fault: "status-503", model: "Claude-Sonnet-4.5", times: 2 });
}

async function takePicture(browser, colorScheme) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 840 } });
  await page.goto(`${mock.baseURL}/_mock`);
  await page.locator("#exchanges button").first().click();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("#status-message").waitFor({ state: "hidden" });
  await saveAs(`console-${colorScheme}.png`, page);
  await page.close();
}

/** A deployment that never ends the stream of a chat completion. */
async function takeReport(browser) {
  const deployment = await startMock({ latency: "instant", faults: ["clean-cut;at=4 operation=createChatCompletion"] });
  const report = await runContractTests({ baseURL: deployment.baseURL, apiKey: "sk-mock-full" });
  await deployment.close();
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
  await page.setContent(htmlReport(report).replaceAll(deployment.baseURL, "https://api.example.com"));
  // The areas fill the first screen; the picture is about a finding with its curl line.
  await page
    .locator("details")
    .first()
    .evaluate((evidence) => evidence.setAttribute("open", ""));
  await page.getByRole("heading", { name: "Findings" }).evaluate((heading) => heading.scrollIntoView());
  await saveAs("contract-report.png", page);
}

async function saveAs(name, page) {
  const path = `${folder}${name}`;
  await page.screenshot({ path });
  console.log(`${path}: ${statSync(path).size} bytes`);
}
