// What docs/sdk/files.md says of files of Node.
import { createReadStream, openAsBlob } from "node:fs";
import { expect, test } from "vitest";
import { ModelAccess } from "../src/index.js";

const reply = { attachment_url: "https://files.example/sales.csv", mime_type: "text/csv", size: 3 };

function createUploader() {
  const sent: string[] = [];
  const client = new ModelAccess({
    apiKey: "sk-1",
    baseURL: "https://api.example",
    fetch: async (_url, { body }) => {
      sent.push(await new Response(body).text());
      return Response.json(reply);
    },
  });
  return { client, sent };
}

test("a file that openAsBlob has opened is uploaded", async () => {
  const { client, sent } = createUploader();
  const file = await openAsBlob(new URL(import.meta.url));

  await client.files.upload({ file, name: "sales.csv" });

  expect(sent.join()).toContain("a file that openAsBlob has opened is uploaded");
});

test.each(["a ReadStream", "a web stream"])("%s is refused with a sentence, and is taken as a Blob", async (kind) => {
  const { client, sent } = createUploader();
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
