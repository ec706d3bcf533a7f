import { gzipSync } from "node:zlib";
import {
  type Answer,
  type Asked,
  type Fault,
  inAnswer,
  isStream,
  type Memory,
  named,
  paths,
  small,
  textOf,
} from "./fault.ts";

/** Faults of a gateway that refuses some requests on its own, and passes them when they are repeated. */
const refusingFaults: Fault[] = [
  inAnswer(
    named("gateway/429-page", "stands behind a gateway that answers 429 with a page now and then", [
      "service/unasked-json",
      "service/unasked-retry-after",
    ]),
    (answer, _asked, memory) => nowAndThen(memory, () => refuse(answer, 429)),
  ),
  inAnswer(
    named(
      "gateway/503-page",
      "stands behind a gateway that answers 503 with a page now and then",
      "service/unasked-json",
    ),
    (answer, _asked, memory) => nowAndThen(memory, () => refuse(answer, 503)),
  ),
  inAnswer(
    named("gateway/503-often", "answers every sixth request with 503", "service/unasked-refusals"),
    (answer, _asked, memory) =>
      nowAndThen(memory, () => {
        const error = { message: "Try again later.", type: "api_error", code: "internal_error" };
        refuse(answer, 503);
        answer.headers["content-type"] = "application/json";
        answer.body = JSON.stringify({ error });
      }),
  ),
].map(small);

/** Faults of a gateway in front of a deployment. */
export const gatewayFaults: Fault[] = [
  ...refusingFaults,
  {
    ...named("gateway/query-lost", "stands behind a gateway that loses query strings", "account/history-pages"),
    ask: ({ query }) => {
      for (const name of [...query.keys()]) query.delete(name);
      return undefined;
    },
  },
  small({
    ...named(
      "gateway/firewall",
      "stands behind a firewall that takes SQL in a prompt for an attack",
      "chat/refused/streamed",
    ),
    ask: ({ json }) =>
      /DROP TABLE/.test(JSON.stringify(json ?? ""))
        ? { status: 403, headers: { "content-type": "text/html" }, body: "<h1>Forbidden</h1>" }
        : undefined,
  }),
  inAnswer(
    named("gateway/gzip-stream-unnamed", "compresses streams and does not say so", "chat/stream-usage/"),
    (answer, { headers }) => {
      if (isStream(answer) && headers["accept-encoding"]?.includes("gzip")) answer.body = gzipSync(textOf(answer));
    },
  ),
  inAnswer(
    named("gateway/gzip-stream-untrue", "says of streams that they are compressed", "chat/stream-usage/"),
    (answer, { headers }) => {
      if (isStream(answer) && headers["accept-encoding"]?.includes("gzip")) answer.headers["content-encoding"] = "gzip";
    },
  ),
  inAnswer(
    named("gateway/gzip-stream-cut", "cuts compressed streams by their length before", "chat/stream-usage/"),
    (answer, { headers }) => {
      if (!isStream(answer) || !headers["accept-encoding"]?.includes("gzip")) return;
      const packed = gzipSync(textOf(answer));
      Object.assign(answer, { body: packed.subarray(0, packed.length / 2) });
      answer.headers["content-encoding"] = "gzip";
    },
  ),
  ...(["messages", "responses"] as const).map((name) => ({
    ...named(`gateway/firewall-${name}`, `takes SQL in a prompt of ${name} for an attack`, [
      `${name}/refused/unknown-model`,
      `${name}/refused/streamed`,
    ]),
    ask: ({ path, json }: Asked) =>
      path === paths[name] && /DROP TABLE/.test(JSON.stringify(json ?? ""))
        ? { status: 403, headers: { "content-type": "text/html" }, body: "<h1>Forbidden</h1>" }
        : undefined,
  })),
  inAnswer(
    named(
      "gateway/html-tail",
      "stands behind a gateway that ends streams with a comment of HTML",
      "service/stream-fields",
    ),
    (answer) => {
      if (isStream(answer)) answer.body = `${textOf(answer)}<!-- served by edge-7 -->\n\n`;
    },
  ),
  {
    ...named("gateway/413-page", "stands behind a gateway that takes no more than 64 KB", "service/large-body"),
    ask: ({ json }) =>
      JSON.stringify(json ?? "").length > 65_536
        ? { status: 413, headers: { "content-type": "text/html" }, body: "<h1>413</h1>" }
        : undefined,
  },
  inAnswer(named("gateway/errors-shared", "lets caches keep its refusals", "service/refusals-not-shared"), (answer) => {
    if (answer.status >= 400) answer.headers["cache-control"] = "public, max-age=3600";
  }),
];

function nowAndThen(memory: Memory, refuseIt: () => void): void {
  memory.requests = (memory.requests ?? 0) + 1;
  if (memory.requests % 6 === 5) refuseIt();
}

function refuse(answer: Answer, status: number): void {
  delete answer.headers["retry-after"];
  answer.headers["content-type"] = "text/html";
  Object.assign(answer, { status, body: "<h1>Busy</h1>" });
}
