import { createReadStream, openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { OptionError, ResponseFormatError, type UploadInput, uploadFile } from "../src/index.js";
import {
  clientAnswering,
  exampleOf,
  examplesOf,
  failureOf,
  key,
  recordingClient,
  type SentRequest,
} from "./stub-service.js";

const uploaded = exampleOf("uploadFile", "200");
const bytes = new TextEncoder().encode("month,points\n");
const url = "https://files.model-access.example/a/7c1d9e4b2f60/sales-2026.csv";

const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
shared.set(bytes);
const foreign = runInNewContext(`new Uint8Array([${bytes}]).buffer`);

const bytesType = "application/octet-stream";

test.each<[string, UploadInput, string, string]>([
  ["a Blob", { file: new Blob([bytes], { type: "text/csv" }), name: "a.csv" }, "a.csv", "text/csv"],
  ["a File, by its own name", { file: new File([bytes], "b.csv", { type: "text/csv" }) }, "b.csv", "text/csv"],
  ["a File, by another name", { file: new File([bytes], "b.csv"), name: "c.csv" }, "c.csv", bytesType],
  ["bytes", { file: bytes, name: "d.csv" }, "d.csv", bytesType],
  ["a part of bytes", { file: new Uint8Array([1, ...bytes]).subarray(1), name: "e.csv" }, "e.csv", bytesType],
  ["shared bytes", { file: shared, name: "f.csv" }, "f.csv", bytesType],
  ["a buffer", { file: bytes.slice().buffer, name: "g.csv" }, "g.csv", bytesType],
  // As in a test runner.
  ["bytes of another realm", { file: foreign, name: "h.csv" }, "h.csv", bytesType],
])("uploads %s as the part of a form", async (_what, input, name, type) => {
  const { client, sent } = recordingClient([uploaded]);

  const attachment = await client.files.upload(input);

  expect(attachment).toEqual({ url, content_type: "text/csv", name, size: 42 });
  const [request] = sent as [SentRequest];
  expect(request).toMatchObject({ method: "POST", url: "https://api.example/v1/files" });
  // The platform's fetch adds the type with the boundary of the form.
  expect(request.headers.has("content-type")).toBe(false);
  const file = (request.body as FormData).get("file") as File;
  expect({ name: file.name, type: file.type, text: await file.text() }).toEqual({ name, type, text: "month,points\n" });
});

const download = "https://downloads.example/sales.csv";

test.each([
  [{ url: download }, { download_url: download }, "sales-2026.csv"],
  [{ url: download, name: "x.csv" }, { download_url: download, download_filename: "x.csv" }, "x.csv"],
])("has the service fetch %j", async (input, fields, name) => {
  const { client, sent } = recordingClient([uploaded]);

  expect(await client.files.upload(input)).toMatchObject({ name });
  expect(Object.fromEntries(sent[0]?.body as FormData)).toEqual(fields);
});

test.each(examplesOf("uploadFile", "200"))("reads the answer %s", async (_name, reply) => {
  const { size } = reply as { size?: number };

  expect(await clientAnswering(reply).files.upload({ url })).toEqual({
    url,
    content_type: "text/csv",
    name: "sales-2026.csv",
    ...(size === undefined ? {} : { size }),
  });
});

test("uploads a file that is read from disk while it is sent, by openAsBlob", async () => {
  const { client, sent } = recordingClient([uploaded]);

  await client.files.upload({ file: await openAsBlob(fileURLToPath(import.meta.url)), name: "files.test.ts" });

  const form = sent[0]?.body as FormData;
  expect(await (form.get("file") as File).text()).toContain("by openAsBlob");
});

test.each([
  ["a ReadStream", () => createReadStream(new URL(import.meta.url))],
  ["a web stream", () => new Blob(["a,b"]).stream()],
])("refuses %s with a sentence, and takes it as a Blob", async (_kind, make) => {
  const { client, sent } = recordingClient([uploaded]);
  const stream = make();

  await expect(client.files.upload({ file: stream as never, name: "a.csv" })).rejects.toThrow(
    "file is neither a Blob nor bytes",
  );
  if ("destroy" in stream) stream.destroy();
  await client.files.upload({ file: await new Response(make() as BodyInit).blob(), name: "a.csv" });

  expect(sent).toHaveLength(1);
});

test.each([
  ["neither a file nor an address", {}, "file"],
  ["both", { file: bytes, url, name: "a" }, "file"],
  ["bytes without a name", { file: bytes }, "name"],
  ["a Blob without a name", { file: new Blob([bytes]) }, "name"],
  ["a text, which would be sent empty", { file: "month,points", name: "a.csv" }, "file"],
  ["a file that is null", { file: null, name: "a.csv" }, "file"],
])("refuses %s before anything is sent", async (_what, input, option) => {
  const { client, sent } = recordingClient([uploaded]);

  // Some of them are none by their type.
  expect(await failureOf(client.files.upload(input as UploadInput), OptionError)).toMatchObject({ option });
  expect(sent).toHaveLength(0);
});

test("refuses an answer without an address", async () => {
  expect(await failureOf(clientAnswering({ mime_type: "text/csv" }).files.upload({ url }))).toBeInstanceOf(
    ResponseFormatError,
  );
});

test("gives the answer of an upload too", async () => {
  const headers = { "content-type": "application/json", "x-request-id": "req-7" };
  const client = clientAnswering(uploaded, { headers });

  const { data, response, requestId } = await client.files.upload({ url }).withResponse();

  expect(data).toMatchObject({ url });
  expect({ status: response.status, requestId }).toEqual({ status: 200, requestId: "req-7" });
  expect(await (await client.files.upload({ url }).asResponse()).json()).toEqual(uploaded);
});

test("uploads without a client", async () => {
  const attachment = await uploadFile(
    { file: bytes, name: "a.csv", apiKey: key },
    { baseURL: "https://api.example", fetch: async () => Response.json(uploaded) },
  );

  expect(attachment).toMatchObject({ url, name: "a.csv" });
});
