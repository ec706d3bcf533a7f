import { expect, test } from "vitest";
import { createMock } from "../src/index.js";

const { fetch } = createMock();
const get = (path: string, init?: RequestInit) => fetch(`http://mock:4010${path}`, { redirect: "manual", ...init });

test("/docs leads to the reference's first page, wherever the mock is mounted", async () => {
  const response = await get("/docs");

  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("docs/");
});

test.each([
  ["/docs/", "text/html; charset=utf-8", "Model Access API"],
  ["/docs/operations/createMessage.html", "text/html; charset=utf-8", "Create a message"],
  ["/docs/schemas/", "text/html; charset=utf-8", "DropDownControl"],
  ["/docs/schemas/DropDownControl.html", "text/html; charset=utf-8", "drop_down"],
  ["/docs/assets/reference.css", "text/css; charset=utf-8", "--ground"],
  ["/docs/assets/search-entries.js", "text/javascript; charset=utf-8", "referenceEntries"],
])("%s is a part of the reference and needs no key", async (path, type, text) => {
  const response = await get(path);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(type);
  expect(await response.text()).toContain(text);
});

test("a page says by which key its forms can be sent", async () => {
  const page = await (await get("/docs/operations/listModels.html")).text();
  const style = await (await get("/docs/assets/reference.css")).text();

  expect(page).toContain('<html data-mock-key="sk-mock-full" lang="en">');
  expect(style).not.toContain("sk-mock-full");
});

test("samples have the mock's own address and key, escaped, and no variable", async () => {
  const list = await (await get("/docs/")).text();
  const operations = [...new Set(list.match(/operations\/\w+\.html/g))];
  const pages = await Promise.all(operations.map(async (path) => (await get(`/docs/${path}`)).text()));

  expect(operations.length).toBeGreaterThan(10);
  for (const page of pages) {
    expect(page).toContain("http://mock:4010/");
    expect(page).toContain("Bearer sk-mock-full");
    expect(page.match(/.{30}MODEL_ACCESS_\w+/g)).toBeNull();
  }
});

test.each([
  "/docs/schemas/Nothing.html",
  "/docs/../package.json",
  "/docs/%2e%2e/mock.js",
  "/docs/assets/reference.css/x",
])("%s is refused as any path that is not there", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("no other page may frame the forms", async () => {
  expect((await get("/docs/")).headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
});

test("nothing can be sent there", async () => {
  expect((await get("/docs/", { method: "POST", body: "{}" })).status).toBe(404);
});
