import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

interface Condition {
  status: number;
  code: string;
  message: string;
}

const proxied = {
  status: 405,
  code: "method_not_allowed",
  message: "This is no proxy; call the mock by its base URL.",
};
const notHttp = { status: 400, code: "invalid_http", message: "What was sent is not an HTTP request." };

/** By the codes that Node gives the errors of a connection. */
const conditions: Record<string, Condition> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "headers_too_large",
    message: "The request's headers are larger than 16 KiB.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "request_timeout",
    message: "The request took too long to arrive; send it again.",
  },
};

/** Answers what never becomes a request, in the plain form of an error, and closes the connection. */
export function refuseConnections(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const remember = ({ socket }: IncomingMessage, response: ServerResponse) => responses.set(socket, response);

  server.prependListener("request", remember);
  server.prependListener("checkContinue", remember);
  server.on("connect", (request, socket: Duplex | ServerResponse) => {
    if (request.httpVersionMajor === 1) return refuse(socket as Duplex, proxied);
    (socket as ServerResponse).writeHead(proxied.status, { "content-type": "application/json" }).end(bodyOf(proxied));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableEnded;
    if (!socket.writable || isAnswering) return void socket.destroy();
    refuse(socket, conditions[error.code ?? ""] ?? notHttp);
  });
}

function bodyOf({ code, message }: Condition): string {
  return JSON.stringify({ error: { message, type: "invalid_request_error", code } });
}

function refuse(socket: Duplex, condition: Condition): void {
  const { status } = condition;
  const body = bodyOf(condition);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
