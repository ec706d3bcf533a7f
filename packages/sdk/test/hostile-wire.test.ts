// @module-tag socket
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ModelAccess } from "../src/index.js";
import { failureOf, key, request } from "./stub-service.js";
import { chunkOf, streamText } from "./stub-streams.js";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A client of a server that answers the first bytes of every connection with these, and closes it. */
async function clientOfWire(bytes: string | Uint8Array): Promise<ModelAccess> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(bytes));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  // A server on a socket has an address with a port.
  const { port } = server.address() as AddressInfo;
  return new ModelAccess({ apiKey: key, baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });
}

const stream = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const json = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const open = "connection: close\r\n\r\n";
const seven = streamText(chunkOf({ content: "Seven" }));

test.each([
  ["that is shorter than its length", `${stream}content-length: 10000\r\n\r\n${seven}`, "StreamIncompleteError"],
  ["whose chunk is cut", `${stream}transfer-encoding: chunked\r\n\r\n5\r\ndata`, "StreamIncompleteError"],
  ["whose chunk has no size", `${stream}transfer-encoding: chunked\r\n\r\nZZ\r\n`, "StreamIncompleteError"],
  ["that ends with its headers", `${stream}content-length: 0\r\n\r\n`, "StreamIncompleteError"],
  ["without content", "HTTP/1.1 204 No Content\r\n\r\n", "StreamIncompleteError"],
  ["of a NUL", `${stream}${open}data: \0\n\ndata: [DONE]\n\n`, "ResponseFormatError"],
  ["that is cut inside its headers", "HTTP/1.1 200 OK\r\nconte", "ConnectionError"],
  ["that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "ConnectionError"],
  ["that goes on for ever before it begins", "HTTP/1.1 100 Continue\r\n\r\n", "ConnectionError"],
  ["of too many headers", `HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(100)}\r\n`, "ConnectionError"],
])("types a stream %s", async (_what, bytes, name) => {
  const client = await clientOfWire(bytes);

  expect(await failureOf(client.chat.completions.stream(request).final())).toMatchObject({ name });
});

test.each([
  ["that is shorter than its length", `${json}content-length: 100\r\n\r\n{"data":[]`, "ConnectionError"],
  ["that is cut where nobody said its length", `${json}${open}{"data":[`, "ResponseFormatError"],
  ["of null", `${json}${open}null`, "ResponseFormatError"],
  ["of a list", `${json}${open}[]`, "ResponseFormatError"],
  ["of brackets without end", `${json}${open}${"[".repeat(200_000)}`, "ResponseFormatError"],
  ["of events", `${json}${open}${seven}`, "ResponseFormatError"],
  ["without content", "HTTP/1.1 204 No Content\r\n\r\n", "ResponseFormatError"],
  ["that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "ConnectionError"],
])("types a reply %s", async (_what, bytes, name) => {
  const client = await clientOfWire(bytes);

  expect(await failureOf(client.models.list())).toMatchObject({ name });
});

test.each([
  ["with a byte order mark", `${json}${open}\ufeff{"object":"list","data":[]}`],
  ["that names no media type", `HTTP/1.1 200 OK\r\n${open}{"object":"list","data":[]}`],
  ["with status 206", `${json.replace("200 OK", "206 Partial Content")}${open}{"object":"list","data":[]}`],
])("reads a reply %s", async (_what, bytes) => {
  const client = await clientOfWire(bytes);

  expect(await client.models.list()).toEqual({ object: "list", data: [] });
});

test.each([
  ["with a byte order mark", `${stream}${open}\ufeff${seven}data: [DONE]\n\n`],
  ["that names no media type", `HTTP/1.1 200 OK\r\n${open}${seven}data: [DONE]\n\n`],
  ["with two end markers", `${stream}${open}${seven}data: [DONE]\n\ndata: [DONE]\n\n`],
])("reads a stream %s", async (_what, bytes) => {
  const client = await clientOfWire(bytes);

  expect(await client.chat.completions.stream(request).text()).toBe("Seven");
});
