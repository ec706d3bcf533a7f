// @module-tag socket
import { validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createFileStore } from "../src/files/file-store.js";
import { readMedia } from "../src/media/media-file.js";
import { createClient, startClient } from "./client.js";

const { get } = createClient();

const send = (body: FormData | URLSearchParams, headers = {}) => get("/v1/files", { method: "POST", body, headers });

/** Returns the answer to an upload, and what is at its address then, without a key. */
async function upload(form: FormData | URLSearchParams) {
  const body = (await (await send(form)).json()) as { attachment_url: string; mime_type: string; size: number };
  expect(validateResponseBody("uploadFile", 200, "application/json", body)).toEqual([]);
  const stored = await get(new URL(body.attachment_url).pathname, { headers: { authorization: "" } });
  const bytes = Buffer.from(await stored.arrayBuffer());
  expect(stored.headers.get("content-type")).toBe(body.mime_type);
  expect(bytes).toHaveLength(body.size);
  return { body, stored, bytes };
}

function formOf(entries: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  return form;
}

const formFile = ({ name = "sales.csv", mediaType = "text/csv", text = "month,points\n" } = {}) =>
  formOf({ file: new File([text], name, { type: mediaType }) });

test("a file that is sent can be got back at its address, as it was", async () => {
  const { body, stored, bytes } = await upload(formFile());

  expect(body).toEqual({
    attachment_url: expect.stringMatching(/^http:\/\/mock\/files\/[0-9a-f]{16}\/sales\.csv$/),
    mime_type: "text/csv",
    size: 13,
  });
  expect(bytes.toString()).toBe("month,points\n");
  expect(stored.headers.get("access-control-allow-origin")).toBe("*");
});

test("the same file has the same address, another one has another", async () => {
  const one = await upload(formFile());
  const same = await upload(formFile());
  const other = await upload(formFile({ text: "month\n" }));

  expect(same.body).toEqual(one.body);
  expect(other.body.attachment_url).not.toBe(one.body.attachment_url);
});

test.each([
  { mediaType: "", name: "a.pdf", found: "application/pdf" },
  { mediaType: "application/octet-stream", name: "a.PNG", found: "image/png" },
  { mediaType: "application/octet-stream", name: "a", found: "application/octet-stream" },
  { mediaType: "Text/Plain; charset=utf-8", name: "a.csv", found: "text/plain" },
  { mediaType: "no media type", name: "a.constructor", found: "application/octet-stream" },
])("a part of the media type '$mediaType' named $name is stored as $found", async ({ mediaType, name, found }) => {
  const { body } = await upload(formFile({ name, mediaType }));

  expect(body.mime_type).toBe(found);
});

test.each([
  { name: "../../etc/passwd", kept: "passwd" },
  { name: "C:\\Users\\me\\Q1 100%.csv", kept: "Q1%20100%25.csv" },
  { name: "größe\u0000?#.csv", kept: "gr%C3%B6%C3%9Fe%3F%23.csv" },
  { name: "/", kept: "file" },
])("a file named '$name' is $kept at its address", async ({ name, kept }) => {
  const { body } = await upload(formFile({ name }));

  expect(new URL(body.attachment_url).pathname).toMatch(/^\/files\/[0-9a-f]{16}\/[^/]+$/);
  expect(body.attachment_url.split("/").at(-1)).toBe(kept);
});

test("a picture at an address is one of the mock's own, named in either kind of form", async () => {
  const fields = { download_url: "https://downloads.example/a/cat%20one.png?size=2" };

  const { body, bytes } = await upload(formOf(fields));

  expect(body).toMatchObject({ attachment_url: expect.stringMatching(/\/cat%20one\.png$/), mime_type: "image/png" });
  expect(bytes).toEqual(Buffer.from(await readMedia("image.png")));
  expect((await upload(new URLSearchParams(fields))).body).toEqual(body);
});

test.each([
  { download_filename: "sales-2026.csv", found: "text/csv" },
  { download_filename: "report.docx", found: "text/plain" },
])("a document at an address is a text under the name $download_filename", async ({ download_filename, found }) => {
  const { body } = await upload(formOf({ download_url: "https://downloads.example/x", download_filename }));

  expect(body).toMatchObject({
    attachment_url: expect.stringMatching(new RegExp(`/${download_filename}$`)),
    mime_type: found,
  });
});

test("an uploaded page can't act as the mock's own", async () => {
  const { stored } = await upload(formFile({ name: "page.html", mediaType: "text/html" }));

  expect(Object.fromEntries(stored.headers)).toMatchObject({
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
  });
});

test("keeps as many of the latest files as there is room for", async () => {
  const files = createFileStore({ bytesKept: 250 });
  const bytes = new Uint8Array(100);
  const add = async (name: string) => files.add({ name, mediaType: "text/plain", bytes });

  const [first, second] = [await add("one"), await add("two")];
  await add("one"); // the first is now the latest
  const third = await add("three");
  const found = await Promise.all([first, second, third].map((path) => files.find(path)));

  expect(found.map((file) => file?.name)).toEqual(["one", undefined, "three"]);
});

test("bytes that are no text come back byte for byte", async () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index);

  const { bytes } = await upload(formOf({ file: new File([all], "all bytes.bin", { type: "application/x-all" }) }));

  expect([...bytes]).toEqual([...all]);
});

test("a mock that listens gives an address that leads to it", async () => {
  const server = await startClient();

  const response = await server.get("/v1/files", { method: "POST", body: formFile() });
  const { attachment_url: address, size } = (await response.json()) as { attachment_url: string; size: number };
  const file = await fetch(address);

  expect(address.startsWith(`${server.baseURL}/files/`)).toBe(true);
  expect(file.headers.get("content-length")).toBe(String(size));
});

test("the key may come without a scheme", async () => {
  expect((await send(formFile(), { authorization: "sk-mock-full" })).status).toBe(200);
});

const file = new File(["a"], "a.bin");

test.for<[string, Record<string, string | Blob>]>([
  ["neither a file nor an address", {}],
  ["both", { file, download_url: "https://downloads.example/a" }],
  ["a name alone", { download_filename: "a.bin" }],
  ["a text as the file", { file: "a,b" }],
  ["a file as the address", { download_url: file }],
  ...["not an address", "file:///etc/passwd", "//downloads.example/a", "data:text/plain,a", "ftp://a.example/a"].map(
    (url) => [`the address ${url}`, { download_url: url }] as [string, Record<string, string>],
  ),
])("a form with %s is refused", async ([, form]) => {
  const response = await send(formOf({ other: "", ...form }));

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
});

test("an address under which nothing was stored is not found", async () => {
  expect((await get("/files/0123456789abcdef/a.bin")).status).toBe(404);
});
