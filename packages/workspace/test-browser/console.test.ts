import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

const executables = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const reports = fileURLToPath(new URL("../reports/", import.meta.url));
const scripts = join(dirname(createRequire(import.meta.url).resolve("@model-access/mock")), "console/page");

let browser: Browser;
let mock: MockServer;
let context: BrowserContext;
let page: Page;
/** What the page should never do: errors, violations of its policy among them, and requests to other origins. */
let faults: string[];

beforeAll(async () => {
  const executablePath = executables.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      "No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.",
    );
  }
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  mkdirSync(reports, { recursive: true });
});

beforeEach(async () => {
  mock = await startMock({ latency: "instant" });
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  faults = [];
  page = await openConsole(context);
});

afterEach(async () => {
  await context.close();
  await mock.close();
  expect(faults).toEqual([]);
});

afterAll(() => browser?.close());

async function openConsole(where: BrowserContext): Promise<Page> {
  const opened = await where.newPage();
  opened.on("console", (message) => {
    if (message.type() !== "log") faults.push(message.text());
  });
  opened.on("pageerror", (error) => faults.push(error.message));
  opened.on("request", (request) => {
    if (!request.url().startsWith(`${mock.baseURL}/`) && !request.url().startsWith("data:")) faults.push(request.url());
  });
  opened.on("dialog", (dialog) => void dialog.accept());
  await opened.clock.install();
  await opened.goto(`${mock.baseURL}/_mock`);
  await opened.getByText("Live", { exact: true }).waitFor();
  await opened.getByRole("list").getByText("sk-mock-full", { exact: true }).waitFor();
  return opened;
}

function ask(
  content: string,
  { key = "sk-mock-full", ...more }: { key?: string; [field: string]: unknown } = {},
  headers: Record<string, string> = {},
) {
  return fetch(`${mock.baseURL}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content }], ...more }),
  });
}

const section = (name: string) => page.getByRole("region", { name, exact: true }).first();
const choice = (name: string) => page.getByRole("combobox", { name, exact: true });
const exchange = (id: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name: id }) });

test("a call shows up in the journal by itself, and its stream piece by piece in the detail", async () => {
  await (await ask("Hello", { stream: true })).text();

  await exchange("x-1").getByText("200").waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  await page.getByRole("heading", { name: "x-1 createChatCompletion" }).waitFor();
  await page.getByText(/^\d+ pieces in \d+ ms$/).waitFor();
  expect(await page.getByRole("cell", { name: "data: [DONE]" }).count()).toBe(1);
  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain('"stream": true');
});

test("markup in a prompt is shown as text, and no script in it runs", async () => {
  const markup = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  await ask(markup, { model: `GPT-5.2`, user: markup });
  await ask("Hello", { model: markup });

  await exchange("x-2").getByText(markup).waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("<img src=x onerror=");
  expect(await page.locator("main img, main script").count()).toBe(0);
  expect(await page.title()).toBe("Model Access mock");
});

test("no script of the console makes markup from text", () => {
  for (const file of readdirSync(scripts).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(scripts, file), "utf8");
    expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|eval\(/);
  }
});

test("R5.4: a key that is created works, and gets 401 once it is revoked", async () => {
  await page.getByText("Create a key").click();
  await page.getByLabel("Name").first().fill("shop");
  await page.getByRole("button", { name: "Create key" }).click();
  const said = (await page.getByText(/^Made the key shop: /).textContent()) ?? "";
  const key = said.replace("Made the key shop: ", "");

  const before = await ask("Hello", { key });
  await page.getByRole("button", { name: "Revoke shop" }).click();
  await page.getByText("shop is revoked").waitFor();
  const after = await ask("Hello", { key });

  expect([before.status, after.status]).toEqual([200, 401]);
  await page.getByRole("button", { name: "Restore shop" }).waitFor();
});

test("a rotated key is shown with its new value, and the old one stops", async () => {
  await page.getByRole("button", { name: "Rotate full" }).click();
  const said = (await page.getByText(/^full is now /).textContent()) ?? "";

  expect(await focused()).toBe("Restore full");
  expect((await ask("Hello")).status).toBe(401);
  expect((await ask("Hello", { key: /sk-mock-\w+/.exec(said)?.[0] ?? "" })).status).toBe(200);
});

test("a fault that is switched on once hits the next call and no other", async () => {
  await choice("Fault").selectOption("status-503");
  await page.getByLabel("Times").fill("1");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The fault status-503 is on.").waitFor();

  const first = await ask("Hello");
  await page.getByText("None is on").waitFor();
  const second = await ask("Hello");

  expect([first.status, second.status]).toEqual([503, 200]);
  await exchange("x-1").getByText("Fault status-503").waitFor();
});

test("a fault has its options, says what the client sees, and can be taken away", async () => {
  await choice("Fault").selectOption("status-429");
  await page.getByLabel("after", { exact: true }).fill("7");
  expect(await page.locator("#client-sees").textContent()).toContain("Status 429 with Retry-After");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Remove status-429;after=7" }).waitFor();

  const during = await ask("Hello");
  await page.getByRole("button", { name: "Remove status-429;after=7" }).click();
  await page.getByText("None is on").waitFor();

  expect(during.headers.get("retry-after")).toBe("7");
  expect((await ask("Hello")).status).toBe(200);
});

test("all faults are switched off together", async () => {
  await choice("Fault").selectOption("status-500");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Remove status-500" }).waitFor();
  await choice("Fault").selectOption("status-503");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Remove status-503" }).waitFor();

  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByText("None is on").waitFor();

  expect((await ask("Hello")).status).toBe(200);
});

test("the clock that is moved on empties a rate window, and stands when it is stopped", async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) statuses.push((await ask("Hello", { key: "sk-mock-tiny" })).status);
  await page.getByLabel("Move on by").fill("1");
  await choice("Unit").selectOption("minutes");
  await page.getByRole("button", { name: "Move on", exact: true }).click();
  await page.getByText(/^The clock runs from /).waitFor();
  statuses.push((await ask("Hello", { key: "sk-mock-tiny" })).status);

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText(/^The clock stands at /).waitFor();

  expect(statuses).toEqual([200, 200, 200, 429, 200]);
  expect(await section("Clock").getByText("stands", { exact: true }).count()).toBe(1);
});

test("attempts are grouped, and the verdict on the client stands beside them", async () => {
  await mockAdmin("POST", "/faults", { fault: "status-429;after=7", times: 1 });
  await ask("Hello");
  await ask("Hello");

  await exchange("x-2").getByText("Attempt 2 of x-1").waitFor();
  await exchange("x-2")
    .getByText(/Wrong: Retried after [\d.]+ s, told to wait 7 s\.$/)
    .waitFor();
  await page.getByRole("button", { name: "x-2" }).click();
  await page.getByRole("heading", { name: "2 attempts of one request" }).waitFor();
  await page.getByRole("button", { name: /^x-1: 429$/ }).click();

  await page.getByRole("heading", { name: "x-1 createChatCompletion" }).waitFor();
});

test("a stream is shown while it is open, and how it ended once it has", async () => {
  await mockAdmin("PUT", "/clock", { isFrozen: true });
  const response = await ask("Hello", { stream: true }, { "x-mock-latency": "first=1000,gap=1000" });
  await page.clock.fastForward(2000);
  await exchange("x-1").getByText("200 open").waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  await mockAdmin("PATCH", "/keys/full", { isRevoked: true });
  await response.text();

  await exchange("x-1").getByText("200", { exact: true }).waitFor();
  await page.getByRole("cell", { name: /^event: error data: .*invalid_api_key/ }).waitFor();
});

test("the journal is filtered, downloaded as lines, and emptied", async () => {
  await ask("Hello");
  await ask("Hello", { temperature: 3 });
  await exchange("x-2").waitFor();

  await choice("Status").selectOption("4xx");
  await exchange("x-1").waitFor({ state: "detached" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download JSON Lines" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByText("Nothing yet.").waitFor();

  expect(download.suggestedFilename()).toBe("journal-default.jsonl");
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(["x-1", "x-2"]);
});

test("a session that is begun anew forgets, and its journal goes on live", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();

  await page.getByRole("button", { name: "Begin anew…" }).click();
  await page.getByText("Nothing yet.").waitFor();
  await page.getByText("The session default begins anew.").waitFor();
  await ask("Hello again");

  await exchange("x-1").getByText("200").waitFor();
});

test("a session that a test begins anew behind its back is followed on", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();
  await mockAdmin("PUT", "");
  await page.clock.fastForward(2000);
  await page.getByText("Nothing yet.").waitFor();

  await ask("One", { temperature: 3 });
  await page.clock.fastForward(2000);
  await exchange("x-1").getByText("400").waitFor();
  await ask("Two");

  await exchange("x-2").getByText("200").waitFor();
});

test("another session has a journal of its own, which its address opens", async () => {
  await page.getByLabel("Name", { exact: true }).last().fill("checkout");
  await page.getByRole("button", { name: "Open session" }).click();
  await page.waitForURL(/\?session=checkout$/);
  await page.getByText("Live", { exact: true }).waitFor();

  await fetch(`${mock.baseURL}/v1/models`, {
    headers: { authorization: "Bearer sk-mock-full", "x-mock-session": "checkout" },
  });
  await exchange("x-1").getByText("listModels").waitFor();

  expect(await page.getByText("Send the header x-mock-session").isVisible()).toBe(true);
});

test("a session that is forgotten is there no more", async () => {
  await fetch(`${mock.baseURL}/v1/models`, { headers: { "x-mock-session": "old" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Forget old" }).click();
  await page.getByRole("link", { name: "old" }).waitFor({ state: "detached" });

  const { sessions } = (await (await fetch(`${mock.baseURL}/_mock/api/sessions`)).json()) as {
    sessions: { name: string }[];
  };
  expect(sessions.map(({ name }) => name)).toEqual(["default"]);
});

test("each client has a snippet with the base URL that it wants", async () => {
  const found: Record<string, string> = {};
  for (const client of ["curl", "@model-access/sdk", "openai", "@anthropic-ai/sdk", "AI SDK"]) {
    await choice("Client").selectOption(client);
    found[client] = await page.getByLabel("Base URL").inputValue();
    expect(await page.getByRole("region", { name: "Snippet" }).textContent()).toContain(found[client]);
  }

  expect(found).toEqual({
    curl: mock.baseURL,
    "@model-access/sdk": mock.baseURL,
    openai: `${mock.baseURL}/v1`,
    "@anthropic-ai/sdk": mock.baseURL,
    "AI SDK": `${mock.baseURL}/v1`,
  });
});

test("a key and a snippet are copied whole", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.getByRole("button", { name: "Copy tiny" }).click();
  await page.getByText("Copied sk-mock-tiny").waitFor();
  const key = await clipboard();
  await choice("Client").selectOption("openai");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied the snippet for openai.").waitFor();

  expect(key).toBe("sk-mock-tiny");
  expect(await clipboard()).toBe(await page.getByRole("region", { name: "Snippet" }).textContent());
});

test("bots are shown with who gets at them and their setting controls", async () => {
  const planner = page.getByRole("row", { name: /^Trip-Planner/ });
  await planner.getByText("6 controls").click();

  expect(await planner.getByRole("listitem").allTextContents()).toEqual([
    "From: origin, text field",
    "What to leave out: avoid, text area",
    "By: transport, drop down: rail, sea",
    "Own cabin: cabin, toggle switch",
    "Days: days, slider: 1 to 14 by 1",
    expect.stringMatching(/^Shape: aspect_ratio, aspect ratio: 3:2, /),
  ]);
  expect(await page.getByRole("row", { name: /^App-Creator/ }).textContent()).toContain("app-creation");
});

test("what the mock refuses is said in its own sentence", async () => {
  await mockAdmin("PATCH", "/keys/full", { isRevoked: true });
  await page.getByRole("button", { name: "Rotate full" }).click();

  await page.getByRole("alert").getByText("This key is revoked; create a new one.").waitFor();
  faults = faults.filter((fault) => !fault.includes("409 (Conflict)"));
});

test("everything can be reached and done by keyboard alone, and the focus is kept", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();

  await tabTo("Skip to the journal");
  await page.keyboard.press("Enter");
  await tabTo("x-1");
  await page.keyboard.press("Enter");
  const inDetail = await focused();
  await tabTo("Close");
  await page.keyboard.press("Enter");
  const afterClose = await focused();
  await tabTo("Revoke full");
  await page.keyboard.press("Enter");
  await page.getByText("full is revoked").waitFor();
  const afterRevoke = await focused();

  expect(inDetail).toBe("x-1 createChatCompletion");
  expect(afterClose).toBe("x-1");
  expect(afterRevoke).toBe("Restore full");
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
    "solid",
  );
});

test("every control has a name, headings and landmarks are there, and new exchanges are told in one sentence", async () => {
  await mockAdmin("POST", "/faults", { fault: "status-503" });
  await ask("Hello", { stream: true });
  await page.getByRole("button", { name: "x-1" }).click();
  for (const summary of await page.locator("summary").all()) await summary.click();

  const tree = await page.locator("body").ariaSnapshot();
  const roles = "button|link|textbox|combobox|spinbutton|checkbox|searchbox|region|navigation";
  const nameless = tree.split("\n").filter((line) => new RegExp(`^\\s*- (${roles})(?! ")`).test(line));

  expect(nameless).toEqual([]);
  for (const role of ["banner", "main", "navigation", "search"] as const) {
    expect(await page.getByRole(role).count(), role).toBe(1);
  }
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    "Journal",
    "Connect",
    "Clock",
    "Keys",
    "Faults",
    "Models and bots",
    "Sessions",
  ]);
  await page.clock.fastForward(5000);
  await page.getByText("1 new exchange, 1 without a good answer").waitFor({ state: "attached" });
});

test.each(["light", "dark"] as const)("its text has the contrast of WCAG AA in %s", async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await mockAdmin("POST", "/faults", { fault: "status-429;after=7", times: 1 });
  await ask("Hello");
  await ask("Hello", { stream: true });
  await ask("Hello", { temperature: 3 });
  await ask("Hello");
  await page.getByRole("button", { name: "x-2" }).click();
  for (const summary of await page.locator("summary").all()) await summary.click();

  const low = await page.evaluate(lowContrasts);
  await page.screenshot({ path: join(reports, `console-${colorScheme}.png`), fullPage: true });

  expect(low).toEqual([]);
});

test.each([
  ["a narrow screen", 360],
  ["200 % zoom", 640],
])("on %s nothing goes over the edge", async (_name, width) => {
  await ask("Hello", { stream: true });
  await page.getByRole("button", { name: "x-1" }).click();
  await page.setViewportSize({ width, height: 800 });

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test("without JavaScript the page says what there is instead", async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const opened = await plain.newPage();
  await opened.goto(`${mock.baseURL}/_mock`);

  const notice = opened.locator("noscript .notice");

  expect(await notice.isVisible()).toBe(true);
  expect(await notice.textContent()).toContain("This console needs JavaScript.");
  await plain.close();
});

test("a page of another origin can't put the console into a frame", async () => {
  const { headers } = await fetch(`${mock.baseURL}/_mock`);

  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

function mockAdmin(method: string, path: string, body?: unknown) {
  return fetch(`${mock.baseURL}/_mock/api/sessions/default${path}`, {
    method,
    headers: { "x-mock-admin": "1" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Presses Tab until what has the focus has this text. */
async function tabTo(text: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused()) === text) return;
  }
  throw new Error(`Tab does not come to ${text}.`);
}

const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** In the page: the texts whose colour is too near to that of what is behind them. */
function lowContrasts(): string[] {
  const rgb = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = rgb(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(element);
    return (rgb(backgroundColor)[3] ?? 1) === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const own = [...document.querySelectorAll("body *")].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ""),
  );
  return own.flatMap((element) => {
    const [dark = 0, light = 0] = [getComputedStyle(element).color, behind(element)]
      .map(luminance)
      .sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    return ratio >= 4.5 ? [] : [`${ratio.toFixed(2)} ${element.tagName} ${element.textContent?.slice(0, 40)}`];
  });
}
