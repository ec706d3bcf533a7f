import { type Answer, type Asked, type Body, refusal } from "./fault.ts";

/** The kinds of keys that it knows. */
type KeyKind = keyof typeof requestsAMinute;

/** Its time and its keys. */
export interface SmallOptions {
  now: () => number;
  keys: Record<KeyKind, string>;
}

const models = [
  { id: "loom-large", prompt: "0.2", completion: "0.9" },
  { id: "loom-mini", prompt: "0.05", completion: "0.1" },
];
const requestsAMinute = { own: 500, noPermission: 500, noPoints: 500, revoked: 500, lowLimit: 5, sameAccount: 500 };
const numbers = "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn";

/**
 * A deployment that shares no code with the mock: chat, models and account, with names, costs and texts of its own, written from the specification alone.
 */
export function createSmallDeployment({ now, keys }: SmallOptions): (asked: Asked & { text: string }) => Answer {
  const entries: Body[] = [];
  const calls = new Map<string, number[]>();
  let points = 50_000;

  return (asked) => {
    const { method, path, query, headers } = asked;
    const operation = { "/v1/models": "GET", "/v1/chat/completions": "POST" }[path] ?? accountMethod(path);
    if (operation === undefined) return refusal(404, "invalid_request_error", "not_found");
    if (method !== operation) return refusal(405, "invalid_request_error", "method_not_allowed", { allow: operation });
    const sent = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    const kind = Object.entries(keys).find(([, key]) => key === sent)?.[0] as KeyKind | undefined; // the entries are those of the keys
    if (kind === undefined || kind === "revoked") return refusal(401, "invalid_request_error", "invalid_api_key");
    const waitMs = waitOf(kind);
    if (waitMs !== undefined)
      return refusal(429, "rate_limit_error", "rate_limit_exceeded", {
        "retry-after": String(Math.ceil(waitMs / 1000)),
      });
    if (path === "/v1/models") return json({ object: "list", data: models.map(record) });
    if (path === "/v1/chat/completions") return chat(asked, kind);
    if (path === "/usage/current_balance") return json({ current_point_balance: kind === "noPoints" ? 0 : points });
    const limit = query.get("limit");
    const isSize = limit === null || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100);
    const told = kind === "noPoints" ? [] : entries;
    const cursor = query.get("starting_after");
    const isKnown = cursor === null || told.some(({ query_id: id }) => id === cursor);
    if (!isSize || !isKnown) return refusal(400, "invalid_request_error", "invalid_parameter");
    return json(page(query, told));
  };

  function waitOf(kind: KeyKind): number | undefined {
    const recent = (calls.get(kind) ?? []).filter((at) => at > now() - 60_000);
    calls.set(kind, recent);
    const [oldest = 0] = recent;
    if (recent.length >= requestsAMinute[kind]) return oldest + 60_000 - now();
    recent.push(now());
    return undefined;
  }

  function chat({ json: body, text }: Asked & { text: string }, kind: KeyKind): Answer {
    const wrong = wrongIn(body, text);
    if (wrong !== undefined) return refusal(400, "invalid_request_error", wrong);
    const model = models.find(({ id }) => id === body.model);
    if (model === undefined) return refusal(400, "invalid_request_error", "model_not_found");
    if (kind === "noPermission") return refusal(403, "permission_error", "permission_denied");
    if (kind === "noPoints") return refusal(402, "insufficient_quota", "insufficient_points");
    const { said, finish, usage } = reply(body);
    const cost = Math.ceil(
      Number(model.prompt) * usage.prompt_tokens + Number(model.completion) * usage.completion_tokens,
    );
    points -= cost;
    entries.unshift({
      query_id: String(700_000 + entries.length),
      bot_name: model.id,
      creation_time: now() * 1000,
      usage_type: "API",
      cost_points: cost,
    });
    const head = { id: String(900_000 + entries.length), created: Math.floor(now() / 1000), model: model.id };
    if (body.stream === true)
      return stream(head, { said, finish, usage, asksUsage: body.stream_options?.include_usage });
    return json({
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: said }, finish_reason: finish }],
      usage,
    });
  }

  function page(query: URLSearchParams, told: typeof entries) {
    const limit = Number(query.get("limit") ?? 20);
    const cursor = query.get("starting_after");
    const from = cursor === null ? 0 : told.findIndex(({ query_id: id }) => id === cursor) + 1;
    const data = told.slice(from, from + limit);
    return { data, length: data.length, has_more: from + limit < told.length };
  }
}

const accountMethod = (path: string) =>
  path === "/usage/current_balance" || path === "/usage/points_history" ? "GET" : undefined;

const json = (body: unknown): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const record = ({ id, prompt, completion }: (typeof models)[number]) => ({
  id,
  object: "model",
  created: 1_750_000_000_000,
  owned_by: "loom",
  pricing: { prompt: "0.000001", completion: "0.000002", points: { prompt, completion } },
});

/** The code of what is wrong with a chat request. */
function wrongIn(body: Body, text: string): string | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return text === "" ? "missing_parameter" : "invalid_json";
  if (body.model === undefined || body.messages === undefined) return "missing_parameter";
  if (typeof body.model !== "string" || !Array.isArray(body.messages) || body.messages.length === 0)
    return "invalid_parameter";
  for (const { role, content, tool_calls: tools } of body.messages.map((message: Body) => message ?? "")) {
    if (role === undefined || (content === undefined && tools === undefined)) return "missing_parameter";
    if (typeof role !== "string" || (typeof content !== "string" && !Array.isArray(content)))
      return "invalid_parameter";
  }
  const { temperature, max_tokens: most, stream } = body;
  if (temperature !== undefined && !(typeof temperature === "number" && temperature >= 0 && temperature <= 2))
    return "invalid_parameter";
  if (most !== undefined && !(Number.isInteger(most) && most > 0)) return "invalid_parameter";
  return stream === undefined || typeof stream === "boolean" ? undefined : "invalid_parameter";
}

function reply(body: Body) {
  const asked: string = body.messages.map(({ content }: Body) => textIn(content)).join(" ");
  const last = textIn(body.messages.at(-1).content);
  const whole = /count from/i.test(last)
    ? `${numbers} `.repeat(12).trim()
    : (/exactly this: (.+)$/s.exec(last)?.[1] ?? "Well.");
  const most = body.max_tokens ?? 4_096;
  const words = whole.match(/\s*\S+/g) ?? [];
  const cut = words.slice(0, most).join("");
  const stops: string[] = [body.stop ?? []].flat();
  const ends = stops.map((stop) => cut.indexOf(stop)).filter((at) => at !== -1);
  const said = ends.length > 0 ? cut.slice(0, Math.min(...ends)) : cut;
  const completion = said.split(/\s+/).length;
  const prompt = asked.split(" ").length + 4 * body.messages.length;
  return {
    said,
    finish: ends.length === 0 && words.length > most ? "length" : "stop",
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}

/** The text of a message, which may come in parts. */
const textIn = (content: Body): string =>
  Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : String(content ?? "");

function stream(
  head: Record<string, unknown>,
  { said, finish, usage, asksUsage }: { said: string; finish: string; usage: unknown; asksUsage?: boolean },
): Answer {
  const choice = (delta: unknown, finish_reason: string | null = null) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces = said.match(/.{1,3}/gsu) ?? [];
  const chunks = [
    choice({ role: "assistant", content: "" }),
    ...pieces.map((content) => choice({ content })),
    choice({}, finish),
    ...(asksUsage ? [{ ...head, object: "chat.completion.chunk", choices: [], usage }] : []),
  ];
  const events = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"];
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: events.map((data) => `data: ${data}\n\n`).join(""),
  };
}
