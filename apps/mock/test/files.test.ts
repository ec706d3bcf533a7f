// @module-tag socket
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.js";
import { exampleRequest } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });

const authorization = "Bearer sk-mock-full";

const upload = (body: FormData | URLSearchParams, headers: Record<string, string> = { authorization }) =>
  fetch("http://mock/v1/files", { method: "POST", headers, body });

function formOf(entries: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  return form;
}

/** Bytes that are no text. */
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

test("what is uploaded through a form is at its address, byte for byte, without a key", async () => {
  const file = new File([bytes], "all bytes.bin", { type: "application/x-all" });

  const uploaded = await (await upload(formOf({ file }))).json();
  const response = await fetch((uploaded as { attachment_url: string }).attachment_url);

  expect(uploaded).toMatchObject({ mime_type: "application/x-all", size: 256 });
  expect(response.headers.get("content-type")).toBe("application/x-all");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test("a mock that listens gives an address that leads to it", async () => {
  const server = await startMock();
  const { url, init } = exampleRequest("uploadFile");

  const response = await globalThis.fetch(url.replace("http://mock", server.baseURL), init);
  const { attachment_url: address, size } = (await response.json()) as { attachment_url: string; size: number };
  const file = await globalThis.fetch(address);
  await server.close();

  expect(address.startsWith(`${server.baseURL}/files/`)).toBe(true);
  expect(file.headers.get("content-length")).toBe(String(size));
});

test("a file at an address can be named in either kind of form", async () => {
  const fields = { download_url: "https://downloads.example/cat.png" };

  const [form, urlencoded] = await Promise.all([upload(formOf(fields)), upload(new URLSearchParams(fields))]);

  expect(await form.json()).toEqual(await urlencoded.json());
});

test("the key may come without a scheme", async () => {
  const response = await upload(formOf({ file: new File([bytes], "a.bin") }), { authorization: "sk-mock-full" });

  expect(response.status).toBe(200);
});

test.each([
  { says: "neither a file nor an address", form: {} },
  { says: "both", form: { file: new File([bytes], "a.bin"), download_url: "https://downloads.example/a" } },
  { says: "a name alone", form: { download_filename: "a.bin" } },
  { says: "a text as the file", form: { file: "a,b" } },
  { says: "a file as the address", form: { download_url: new File([bytes], "a.bin") } },
  { says: "an address that can't be fetched from", form: { download_url: "ftp://downloads.example/a" } },
])("a form with $says is refused", async ({ form }) => {
  const response = await upload(formOf({ other: "", ...form }));

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
});

test("an address under which nothing was stored is not found", async () => {
  expect((await fetch("http://mock/files/0123456789abcdef/a.bin")).status).toBe(404);
});
