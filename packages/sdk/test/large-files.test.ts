import { createReadStream, mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exampleOf, recordingClient } from "./stub-service.js";

const folder = mkdtempSync(join(tmpdir(), "large-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("uploads a file that is read from disk while it is sent, by openAsBlob", async () => {
  const path = join(folder, "points.csv");
  writeFileSync(path, "month,points\n");
  const { client, sent } = recordingClient([exampleOf("uploadFile", "200")]);

  await client.files.upload({ file: await openAsBlob(path, { type: "text/csv" }), name: "points.csv" });

  const form = await new Response(sent[0]?.body as BodyInit, { headers: sent[0]?.headers as HeadersInit }).formData();
  const file = form.get("file") as File;
  expect([file.name, file.type, await file.text()]).toEqual(["points.csv", "text/csv", "month,points\n"]);
});

test.each(["a ReadStream", "a web stream"])("%s is refused with a sentence, and is taken as a Blob", async (kind) => {
  const { client, sent } = recordingClient([exampleOf("uploadFile", "200")]);
  const make = () =>
    kind === "a web stream" ? new Blob(["a,b"]).stream() : createReadStream(new URL(import.meta.url));

  const stream = make();
  await expect(client.files.upload({ file: stream as never, name: "sales.csv" })).rejects.toThrow(
    "file is neither a Blob nor bytes",
  );
  if ("destroy" in stream) stream.destroy();
  await client.files.upload({ file: await new Response(make() as BodyInit).blob(), name: "sales.csv" });

  expect(sent).toHaveLength(1);
});
