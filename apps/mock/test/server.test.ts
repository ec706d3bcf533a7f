// @module-tag socket
import { expect, test } from "vitest";
import { createAdmin, createMock, type ServerOptions, startMock } from "../src/index.js";
import { createClient, startClient } from "./client.js";
import { exchange, openConnection } from "./raw-exchange.js";
import { bearer } from "./requests.js";

test("port 0 takes a free port and says which", async () => {
  const server = await startClient();

  const response = await fetch(`${server.baseURL}/v1/models`);

  expect(server.baseURL).toBe(`http://127.0.0.1:${server.port}`);
  expect(response.status).toBe(401);
});

test.each<{ options: ServerOptions; says: string }>([
  { options: { port: 70_000 }, says: "port is 70000" },
  { options: { maxBodyBytes: 0 }, says: "maxBodyBytes is 0" },
  { options: { seed: 0.5 }, says: "seed is 0.5" },
])("a wrong option is refused: $says", async ({ options, says }) => {
  await expect(startMock(options)).rejects.toThrow(says);
});

test("a connection stays open for longer than a client keeps it, so that none is used while it is being closed", async () => {
  const { get } = await startClient();

  const response = await get("/v1/models");

  expect(response.headers.get("keep-alive")).toBe("timeout=75");
});

test("closing ends idle connections at once, whatever time open answers have", async () => {
  const server = await startMock();
  const connection = openConnection(server.port);
  connection.send("GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await connection.receive();

  await server.close({ drainMs: 24 * 60 * 60 * 1000 });

  expect(await connection.ended()).toBe("ended");
});

test("the journal has the headers of each request, whether they are those of the one before or not", async () => {
  const { baseURL, get } = await startClient();
  const { journal } = createAdmin({ baseURL });
  const sent = ["one", "one", "two", "one"];

  for (const hint of sent) await get("/v1/models", { headers: { "x-hint": hint } });
  const exchanges = await Promise.all(sent.map((_hint, index) => journal.get(`x-${index + 1}`)));

  const told = exchanges.map(({ request: { headers } }) => headers.find(([name]) => name === "x-hint")?.[1]);
  expect(told).toEqual(sent);
});

test.each([
  { host: "localhost:4010", status: 404 },
  { host: "127.0.0.2", status: 404 },
  { host: "[::1]:80", status: 404 },
  { host: "mock.test", status: 404 },
  { host: "[::ffff:127.0.0.1]:4010", status: 404 },
  { host: "[::ffff:7f00:1]:4010", status: 404 },
  { host: "[::ffff:8080:1]:4010", status: 403 },
  { host: "evil.example", status: 403 },
  { host: "localhost.evil.example", status: 403 },
])("a call for the host $host gets $status from a mock that allows mock.test", async ({ host, status }) => {
  const { port } = await startClient({ allowedHosts: ["mock.test"] });

  const answered = await exchange(port, { url: "http://mock/nothing", init: { method: "GET", headers: { host } } });

  expect(answered.status).toBe(status);
});

test("the same seed gives the same ids in the same order", async () => {
  const idsOf = async (seed: number) => {
    const { fetch } = createMock({ seed });
    const ids = [];
    for (const _ of [1, 2, 3]) ids.push((await fetch("http://mock/nothing")).headers.get("x-request-id"));
    return ids;
  };

  expect(await idsOf(7)).toEqual(await idsOf(7));
  expect(new Set([...(await idsOf(7)), ...(await idsOf(8))]).size).toBe(6);
});

test("log gets a line for each request, without query, key or body", async () => {
  const lines: string[] = [];
  const { fetch } = createMock({ log: (line) => lines.push(line) });

  await fetch("http://mock/v1/nothing?secret=1", { headers: bearer("sk-private") });

  expect(lines).toEqual([expect.stringMatching(/^GET \/v1\/nothing 404 \d+ ms$/)]);
});

test("the states of two mocks have nothing to do with each other", async () => {
  const [first, second] = [createClient(), createClient()];
  const made = await first.post("/v1/videos", { model: "Sora-2", prompt: "Rain." });
  const video = (await made.json()) as { id: string }; // a video; another test validates it

  const response = await second.get(`/v1/videos/${video.id}`);

  expect(response.status).toBe(404);
});

test("HEAD of the live journal ends at once, and the connection can be used again", async () => {
  const { port } = await startClient();
  const connection = openConnection(port);
  const ask = (method: string, path: string) =>
    connection.send(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

  ask("HEAD", "/_mock/api/sessions/default/journal/events");
  const head = await connection.receive({ isHead: true });
  ask("GET", "/_mock/api/sessions/default");
  const next = await connection.receive();
  connection.leave();

  expect([head.status, next.status, next.isWhole]).toEqual([200, 200, true]);
});

test("what fails after the answer was made is logged, as the client sees only a broken connection", async () => {
  const log: string[] = [];
  const onAnswer = () => {
    throw new Error("The listener is wrong.");
  };
  const { get } = await startClient({ onAnswer, log: (line) => log.push(line) });

  await expect(get("/v1/models")).rejects.toThrow();

  expect(log).toEqual([expect.stringMatching(/^A fault of the mock: Error: The listener is wrong\./)]);
});

test("a client that leaves in the middle of its upload is no fault of the mock", async () => {
  const log: string[] = [];
  const server = await startMock({ log: (line) => log.push(line) });
  const connection = openConnection(server.port);

  const head = "POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9";
  connection.send(`${head}\r\n\r\n{`);
  const { status } = await connection.receive();
  connection.leave();
  await server.close({ drainMs: 24 * 60 * 60 * 1000 }); // once the client has left, and not before
  await new Promise((resolve) => setImmediate(resolve));

  expect(status).toBe(100);
  expect(log).toEqual([]);
});
