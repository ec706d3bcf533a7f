// @module-tag socket
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}../../docs/sdk/runtimes.md`, "utf8");
const [, snippet = ""] = /^```ts\n([^`]*from "undici";[^`]*)^```/m.exec(page) ?? [];
const file = `${root}test/behind-a-proxy-${process.pid}.mts`;
writeFileSync(file, snippet);

const forms: FormData[] = [];
const asked: string[] = [];
const service = await listen(async (request, response) => {
  const { headers } = request;
  expect(Number(headers["content-length"])).toBeGreaterThan(0);
  forms.push(await new Response(request as never, { headers: headers as never }).formData()); // its chunks are bytes
  response.setHeader("content-type", "application/json");
  response.end('{"attachment_url":"https://files.example/sales.csv","mime_type":"text/csv","size":13}');
});
// Over plain HTTP a proxy is asked for the whole address.
const proxy = await listen((request, response) => {
  const { url = "", method, headers } = request;
  asked.push(url);
  const forwarded = sendRequest(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(forwarded);
});

afterAll(() => {
  rmSync(file);
  for (const { server } of [service, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // a server on a port has no other kind of address
}

test("a file is uploaded by the fetch of undici through a proxy, as the page shows", async () => {
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      HTTP_PROXY: proxy.address,
      NO_PROXY: "",
      MODEL_ACCESS_API_KEY: "sk-test",
      MODEL_ACCESS_BASE_URL: service.address,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  await once(child, "close");

  expect(output).toBe("sales.csv\n");
  expect(asked).toEqual([`${service.address}/v1/files`]);
  const uploaded = forms[0]?.get("file") as File;
  expect({ name: uploaded.name, text: await uploaded.text() }).toEqual({ name: "sales.csv", text: "month,points\n" });
});
