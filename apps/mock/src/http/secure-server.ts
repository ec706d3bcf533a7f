import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import { reasonOf } from "../reason-of.js";

/** The files of a certificate and its key, in PEM form. */
export interface CertificateFiles {
  cert?: string | undefined;
  key?: string | undefined;
}

/**
 * Makes a server of HTTPS with HTTP/2, and with HTTP/1.1 for clients without it; undefined without a certificate. Its
 * requests and responses are Node's compatible ones, with the members of HTTP/1.1. Throws one sentence on wrong files.
 */
export function createHttpsServer({ cert, key }: CertificateFiles, options: ServerOptions): Server | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new RangeError("cert and key go together: --cert FILE --key FILE.");
  }
  const server = createSecureServer({ ...options, ...readCertificate(cert, key), allowHTTP1: true });
  return Object.assign(server, closersOf(server)) as unknown as Server; // as far as the mock uses one
}

/** Node has the same for HTTP/1.1 only. */
function closersOf(server: Http2SecureServer): Pick<Server, "closeIdleConnections" | "closeAllConnections"> {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<TLSSocket>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") return; // its session is closed
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const closeIdleOfHttp1 = (server as Partial<Pick<Server, "closeIdleConnections">>).closeIdleConnections?.bind(server);

  return {
    closeIdleConnections() {
      for (const session of sessions) session.close();
      closeIdleOfHttp1?.();
    },
    closeAllConnections() {
      for (const connection of [...sessions, ...sockets]) connection.destroy();
    },
  };
}

/** Returns the stream of an answer over HTTP/2; undefined over HTTP/1.1. */
export function http2StreamOf(response: ServerResponse): ServerHttp2Stream | undefined {
  return (response as Partial<Record<"stream", ServerHttp2Stream>>).stream;
}

/** Returns the headers of a request; in HTTP/2 the host is a pseudo header. */
export function headersOf({ headers }: IncomingMessage): IncomingMessage["headers"] {
  const { ":authority": host } = headers;
  if (headers[":path"] === undefined) return headers;
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  return { ...(typeof host === "string" && { host }), ...Object.fromEntries(plain) };
}

function readCertificate(certFile: string, keyFile: string): { cert: Buffer; key: Buffer } {
  const cert = readPem("certificate", certFile);
  const key = readPem("key", keyFile);
  const certificate = parse(
    () => new X509Certificate(cert),
    `The certificate file ${certFile} has no certificate in PEM form.`,
  );
  const privateKey = parse(
    () => createPrivateKey(key),
    `The key file ${keyFile} has no key in PEM form, or one with a passphrase.`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new RangeError(`The key file ${keyFile} is not of the certificate in ${certFile}.`);
  }
  return { cert, key };
}

function readPem(what: "certificate" | "key", file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new RangeError(`The ${what} file ${file} can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

function parse<Parsed>(read: () => Parsed, explanation: string): Parsed {
  try {
    return read();
  } catch (error) {
    throw new RangeError(explanation, { cause: error });
  }
}
