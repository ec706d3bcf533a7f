import { validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { answerFile } from "../src/files/answer-file.js";
import { createFileStore } from "../src/files/file-store.js";
import { uploadFile } from "../src/files/upload-file.js";
import { readMedia } from "../src/media/media-file.js";
import type { FormFile } from "../src/request/request-body.js";

const origin = "http://127.0.0.1:4010";

/** An upload, and what is at its address then. */
async function upload(given: { fields?: Record<string, unknown>; file?: FormFile }) {
  const files = createFileStore();
  const { fields = { file: given.file?.name }, file } = given;
  const answer = await uploadFile({ fields, files: file === undefined ? {} : { file } }, { files, call: { origin } });
  const body = JSON.parse(String(answer.body));
  expect(validateResponseBody("uploadFile", 200, "application/json", body)).toEqual([]);
  const path = new URL(body.attachment_url).pathname;
  const stored = await answerFile({ method: "GET", path }, files);
  expect(stored?.headers["content-type"]).toBe(body.mime_type);
  expect(stored?.body).toHaveLength(body.size);
  return { body, stored };
}

function formFile({ name = "sales.csv", mediaType = "text/csv", text = "month,points\n" } = {}): FormFile {
  const bytes = new TextEncoder().encode(text);
  return { name, mediaType, size: bytes.length, bytes: async () => bytes };
}

test("a file that is sent can be got back at its address, as it was", async () => {
  const { body, stored } = await upload({ file: formFile() });

  expect(body).toEqual({
    attachment_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/files\/[0-9a-f]{16}\/sales\.csv$/),
    mime_type: "text/csv",
    size: 13,
  });
  expect(Buffer.from(stored?.body as Uint8Array).toString()).toBe("month,points\n"); // a stored file is bytes
});

test("the same file has the same address, another one has another", async () => {
  const one = await upload({ file: formFile() });
  const same = await upload({ file: formFile() });
  const other = await upload({ file: formFile({ text: "month\n" }) });

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
  const { body } = await upload({ file: formFile({ name, mediaType }) });

  expect(body.mime_type).toBe(found);
});

test.each([
  { name: "../../etc/passwd", kept: "passwd" },
  { name: "C:\\Users\\me\\Q1 100%.csv", kept: "Q1%20100%25.csv" },
  { name: "größe\u0000?#.csv", kept: "gr%C3%B6%C3%9Fe%3F%23.csv" },
  { name: "", kept: "file" },
])("a file named '$name' is $kept at its address", async ({ name, kept }) => {
  const { body } = await upload({ file: formFile({ name }) });

  expect(new URL(body.attachment_url).pathname).toMatch(/^\/files\/[0-9a-f]{16}\/[^/]+$/);
  expect(body.attachment_url.split("/").at(-1)).toBe(kept);
});

test("a text in the place of the file is refused", async () => {
  await expect(upload({ fields: { file: "month,points" } })).rejects.toMatchObject({ code: "invalid_parameter" });
});

test("a picture at an address is one of the mock's own", async () => {
  const { body, stored } = await upload({
    fields: { download_url: "https://downloads.example/a/cat%20one.png?size=2" },
  });

  expect(body).toMatchObject({ attachment_url: expect.stringMatching(/\/cat%20one\.png$/), mime_type: "image/png" });
  expect(stored?.body).toEqual(await readMedia("image.png"));
});

test.each([
  { download_filename: "sales-2026.csv", found: "text/csv" },
  { download_filename: "report.docx", found: "text/plain" },
])("a document at an address is a text under the name $download_filename", async ({ download_filename, found }) => {
  const { body } = await upload({ fields: { download_url: "https://downloads.example/x", download_filename } });

  expect(body).toMatchObject({
    attachment_url: expect.stringMatching(new RegExp(`/${download_filename}$`)),
    mime_type: found,
  });
});

test.each(["not an address", "file:///etc/passwd", "//downloads.example/a", "data:text/plain,a"])(
  "%s is no address to fetch from",
  async (download_url) => {
    await expect(upload({ fields: { download_url } })).rejects.toMatchObject({ code: "invalid_parameter" });
  },
);

test("an uploaded page can't act as the mock's own", async () => {
  const { stored } = await upload({ file: formFile({ name: "page.html", mediaType: "text/html" }) });

  expect(stored?.headers).toMatchObject({ "content-security-policy": "sandbox", "x-content-type-options": "nosniff" });
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

test("an address that leads to no file is left to others", async () => {
  const files = createFileStore();

  expect(await answerFile({ method: "GET", path: "/files/0123456789abcdef/a.txt" }, files)).toBeUndefined();
});
