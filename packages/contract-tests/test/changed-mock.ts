import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock } from "@model-access/mock";
import { onTestFinished } from "vitest";

/** An answer that may be changed before it is sent. */
export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

export const key = "sk-mock-full";

/** A mock of its own on a port, behind a server that may change its answers. Gives the address; ends with the test. */
export async function changedMock(change: (path: string, answer: Answer) => void = () => {}): Promise<string> {
  const mock = createMock({ latency: "instant" });
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const reply = await mock.fetch(`http://127.0.0.1${request.url}`, {
      method: request.method ?? "GET",
      headers: singleHeaders(request.headers),
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    });
    const answer = {
      status: reply.status,
      contentType: reply.headers.get("content-type") ?? "",
      body: await reply.text(),
    };
    change(request.url ?? "", answer);
    const { "content-length": _, ...headers } = Object.fromEntries(reply.headers);
    response.writeHead(answer.status, { ...headers, "content-type": answer.contentType }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}

/** Takes the text out of every plain chat completion. */
export function withoutText(path: string, answer: Answer) {
  const isReply = path === "/v1/chat/completions" && answer.contentType.startsWith("application/json");
  if (isReply) answer.body = answer.body.replace(/"content":"[^"]*"/, '"content":null');
}

function singleHeaders({ connection: _, ...headers }: IncomingHttpHeaders): Record<string, string> {
  return headers as Record<string, string>; // no header that a run sends is repeated
}
