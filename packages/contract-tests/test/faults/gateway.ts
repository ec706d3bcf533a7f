import { gzipSync } from "node:zlib";
import { gone } from "./edit.ts";
import { type Answer, type Asked, type Fault, isStream, type Memory, textOf } from "./fault.ts";
import { type AnswerEdit, editAnswer, inAnswers, inAsked, inStreams, refuses } from "./rows.ts";

const at = { ids: "gateway/" };
const often = inAnswers({ ...at, from: "small" });
const page = (status: number, body: string): Answer => ({ status, headers: { "content-type": "text/html" }, body });
const forbidden = page(403, "<h1>Forbidden</h1>");
const isAttack = ({ json }: Asked) => /DROP TABLE/.test(JSON.stringify(json ?? ""));
const compressed = inAnswers({ ...at, is: ({ headers }) => headers["accept-encoding"]?.includes("gzip") === true });
const named = { "content-encoding": "gzip" };

/** Refuses each sixth request. */
const nowAndThen =
  (status: number, edit: AnswerEdit = {}) =>
  (answer: Answer, _asked: Asked, memory: Memory) => {
    memory.requests = (memory.requests ?? 0) + 1;
    const headers = { "retry-after": gone, "content-type": "text/html" } as const;
    if (memory.requests % 6 === 5)
      editAnswer(answer, { status, body: "<h1>Busy</h1>", ...edit, headers: { ...headers, ...edit.headers } });
  };

/** Faults of a gateway in front of a deployment. */
export const gatewayFaults: Fault[] = [
  often(
    "429-page",
    "stands behind a gateway that answers 429 with a page now and then",
    ["service/unasked-json", "service/unasked-retry-after"],
    nowAndThen(429),
  ),
  often("503-page", "stands behind one that answers 503 with a page", "service/unasked-json", nowAndThen(503)),
  often(
    "503-often",
    "answers every sixth request with 503",
    "service/unasked-refusals",
    nowAndThen(503, {
      headers: { "content-type": "application/json" },
      body: '{"error":{"message":"Try again later.","type":"api_error","code":"internal_error"}}',
    }),
  ),
  inAsked(at)("query-lost", "stands behind a gateway that loses queries", "account/history-pages", ({ query }) => {
    for (const name of [...query.keys()]) query.delete(name);
  }),
  refuses({ ...at, from: "small" })(
    "firewall",
    "takes SQL for an attack",
    "chat/refused/streamed",
    forbidden,
    isAttack,
  ),
  ...(["messages", "responses"] as const).map((name) =>
    refuses({ ...at, in: name })(
      `firewall-${name}`,
      `takes SQL in a prompt of ${name} for an attack`,
      [`${name}/refused/unknown-model`, `${name}/refused/streamed`],
      forbidden,
      isAttack,
    ),
  ),
  compressed("gzip-stream-unnamed", "compresses streams and does not say so", "chat/stream-usage/", (answer) => {
    if (isStream(answer)) answer.body = gzipSync(textOf(answer));
  }),
  compressed("gzip-stream-untrue", "says of streams that they are compressed", "chat/stream-usage/", (answer) => {
    if (isStream(answer)) editAnswer(answer, { headers: named });
  }),
  compressed("gzip-stream-cut", "cuts compressed streams by their length before", "chat/stream-usage/", (answer) => {
    if (!isStream(answer)) return;
    const packed = gzipSync(textOf(answer));
    editAnswer(answer, { headers: named, body: packed.subarray(0, packed.length / 2) });
  }),
  inStreams(at)("html-tail", "ends streams with a comment of HTML", "service/stream-fields", (text) => {
    return `${text}<!-- served by edge-7 -->\n\n`;
  }),
  refuses(at)("413-page", "takes no more than 64 KB", "service/large-body", page(413, "<h1>413</h1>"), ({ json }) => {
    return JSON.stringify(json ?? "").length > 65_536;
  }),
  inAnswers({ ...at, status: "error" })("errors-shared", "lets caches keep refusals", "service/refusals-not-shared", {
    headers: { "cache-control": "public, max-age=3600" },
  }),
];
