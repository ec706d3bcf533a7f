// @module-tag socket
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url).href;

/** A program whose server and client are the same process; it ends by itself or is killed after so long. */
const program = `
import { createServer } from "node:http";
import { ModelAccess } from "${dist}index.js";
const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "video/mp4" });
  response.end("x".repeat(100));
}).listen(0, "127.0.0.1", async () => {
  const client = new ModelAccess({ apiKey: "sk-test-0123456789", baseURL: "http://127.0.0.1:" + server.address().port });
  const answer = await client.videos.content("video_1");
  console.log(answer.status);
  server.close();
  server.closeAllConnections();
});
`;

test("an answer whose body nobody reads keeps no program from ending", async () => {
  const { code, stdout, stderr } = await new Promise<Record<string, unknown>>((resolve) => {
    const child = execFile(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { timeout: 280_000, cwd: fileURLToPath(new URL("..", import.meta.url)) },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "200\n", stderr: "" });
});
