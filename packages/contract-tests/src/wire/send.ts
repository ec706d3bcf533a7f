import * as http from "node:http";
import * as https from "node:https";
import type { WireFailure, WireReply, WireRequest, WireResult } from "./wire.js";

/** The longest time and body of a call, so that no server can hold a run up. */
export interface WireLimits {
  /** Until the connection stands, TLS included. */
  connectMs: number;
  /** From there until the status and the headers are in. */
  headMs: number;
  /** Between two pieces of a body. */
  idleMs: number;
  /** For the whole call. */
  totalMs: number;
  /** Between the end marker of an event stream and the end of its body. */
  afterEndMs: number;
  /** The longest body that is read. */
  bodyBytes: number;
}

export const defaultLimits: WireLimits = {
  connectMs: 10_000,
  headMs: 60_000,
  idleMs: 30_000,
  totalMs: 60_000,
  afterEndMs: 10_000,
  bodyBytes: 16 * 1024 * 1024,
};

/** A stream that has been quiet for so long may be over. */
const quietMs = 200;

/**
 * Makes one HTTP call on a connection of its own and reports what came, as it came: raw headers, raw bytes, arrival
 * times. Follows no redirect, decodes nothing, and never rejects: what went wrong is in `failure`. The signal ends it, and
 * so does a body that `isOver` finds to be whole and that is left open.
 */
export function send(
  request: WireRequest,
  limits: WireLimits,
  { signal, isOver }: { signal?: AbortSignal | undefined; isOver?: ((body: Uint8Array) => boolean) | undefined } = {},
): Promise<WireResult> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const timers = new Map<string, NodeJS.Timeout>();
    const bytes: Buffer[] = [];
    let reply: WireReply | undefined;

    const isSecure = request.url.startsWith("https:");
    const { method, headers } = request;
    const options = { method, headers, agent: false, maxHeaderSize: 65_536 };
    const outgoing = (isSecure ? https : http).request(request.url, options);

    const stop = () => settle({ kind: "stopped", message: "The run was stopped." });
    signal?.addEventListener("abort", stop, { once: true });

    expect("total", limits.totalMs, "The reply was not complete");
    expect("connect", limits.connectMs, "No connection");
    outgoing.on("socket", (socket) => {
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        expect("head", limits.headMs, "No answer");
        arrived("connect");
      });
    });
    outgoing.on("response", (incoming) => {
      arrived("head");
      reply = headOf(incoming, elapsedMs());
      readBody(incoming, reply);
    });
    outgoing.on("upgrade", () => settle({ kind: "not-http", message: "The server switched to another protocol." }));
    outgoing.on("error", (error) => settle(failureOf(error, { isConnecting: timers.has("connect") })));
    outgoing.end(request.body);

    function readBody(incoming: http.IncomingMessage, { pieces }: WireReply) {
      let length = 0;
      expect("idle", limits.idleMs, "The rest of the body did not arrive");
      incoming.on("data", (piece: Buffer) => {
        expect("idle", limits.idleMs, "The rest of the body did not arrive");
        bytes.push(piece);
        length += piece.length;
        pieces.push({ atMs: elapsedMs(), end: length });
        if (length > limits.bodyBytes)
          settle({ kind: "too-long", message: `The body went on after ${limits.bodyBytes} bytes.` });
        if (isOver !== undefined) awaitEnd(isOver);
      });
      incoming.on("end", () => settle());
      incoming.on("error", (error) => settle(failureOf(error, { bytesBefore: length })));
    }

    /** Waits for the end of a stream. Reads the data that arrived while this process was busy before it gives up. */
    function awaitEnd(isOver: (body: Uint8Array) => boolean) {
      const message = `The connection was still open ${limits.afterEndMs / 1000} s after the end of the stream.`;
      const giveUp = () => setImmediate(() => timers.has("end") && settle({ kind: "left-open", message }));
      const look = () => {
        if (isOver(Buffer.concat(bytes))) timers.set("end", setTimeout(giveUp, limits.afterEndMs));
      };
      arrived("end");
      timers.set("end", setTimeout(look, quietMs));
    }

    function expect(what: string, withinMs: number, otherwise: string) {
      arrived(what);
      const giveUp = () => settle({ kind: "time-out", message: `${otherwise} within ${withinMs / 1000} s.` });
      timers.set(what, setTimeout(giveUp, withinMs));
    }

    function arrived(what: string) {
      clearTimeout(timers.get(what));
      timers.delete(what);
    }

    /** Only the first call of it counts: a promise resolves once. */
    function settle(failure?: WireFailure) {
      for (const what of timers.keys()) arrived(what);
      signal?.removeEventListener("abort", stop);
      outgoing.destroy();
      if (reply !== undefined) reply.body = Buffer.concat(bytes);
      resolve({ ...(reply && { reply }), ...(failure && { failure }), tookMs: elapsedMs() });
    }
  });
}

function headOf({ statusCode = 0, rawHeaders }: http.IncomingMessage, headAtMs: number): WireReply {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  }
  return { status: statusCode, rawHeaders: pairs, headAtMs, body: Buffer.alloc(0), pieces: [] };
}

function failureOf(error: NodeJS.ErrnoException, at: { isConnecting?: boolean; bytesBefore?: number }): WireFailure {
  const reason = error.code ?? error.message;
  const hint = hints[reason] === undefined ? "" : ` (${hints[reason]})`;
  if (at.isConnecting) return { kind: "unreachable", message: `The connection failed: ${reason}${hint}.` };
  if (reason.startsWith("HPE_"))
    return { kind: "not-http", message: `The server's answer is not HTTP: ${error.message}.` };
  if (at.bytesBefore === undefined)
    return { kind: "broken", message: `The connection ended before the answer: ${reason}.` };
  return { kind: "broken", message: `The connection ended in the middle of the body, after ${at.bytesBefore} bytes.` };
}

const notTrusted =
  "its certificate is signed by nobody whom this machine trusts; name a file with the authority's certificate in NODE_EXTRA_CA_CERTS";

/** The meaning of codes of failed connections that are no plain words. */
const hints: Record<string, string> = {
  EPROTO: "is TLS spoken there?",
  ENOTFOUND: "no address is known for this name",
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_HAS_EXPIRED: "its certificate is out of date",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};
