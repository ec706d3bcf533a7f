import { gone } from "./edit.ts";
import { type Answer, type Body, editJson, type Fault, isJson, refusal, textOf } from "./fault.ts";
import { legalAccountVariants, legalChoiceVariants } from "./legal-account.ts";
import {
  legalAreaVariants,
  legalDenseVariants,
  legalModelVariants,
  legalMoneyVariants,
  legalProviderVariants,
  legalSmallDenseVariants,
  secretVariants,
} from "./legal-areas.ts";
import { legalChatVariants } from "./legal-chat.ts";
import { legalStreamVariants } from "./legal-streams.ts";
import { inAnswers, inData, inErrors, inReplies, mayRefuse, refused, variants } from "./rows.ts";

const at = { ids: "legal/" } as const;
const small = { ...at, from: "small" } as const;
const answer = variants(inAnswers(at));
const reply = variants(inReplies({ ...at, in: "chat" }));
const smallReply = variants(inReplies({ ...small, in: "chat" }));
const message = variants(inReplies({ ...at, in: "messages" }));
const list = variants(inReplies({ ...at, in: "models" }));
const smallList = variants(inReplies({ ...small, in: "models" }));
const history = variants(inReplies({ ...at, in: "history" }));
const smallRefuses = mayRefuse(small);

const others = ["/v1/messages", "/v1/responses", "/v1/videos", "/bot/", "/v1/files"];
const unadvertised = inReplies({ ids: "", in: "models" })("", "", [], { "data.*.supported_endpoints": gone });
const absent = (id: string, says: string, beginnings: string[], made: Answer): Fault => ({
  ...mayRefuse(at)(id, says, made, ({ path }) => beginnings.some((beginning) => path.startsWith(beginning))),
  answer: (...given) => unadvertised.answer?.(...given),
});

/** Things that a correct deployment may do otherwise: nothing is to be found in any of them. */
export const legalVariants: Fault[] = [
  ...legalStreamVariants,
  ...legalAreaVariants,
  ...legalDenseVariants,
  ...legalMoneyVariants,
  ...legalProviderVariants,
  ...secretVariants,
  answer("unknown-fields", "has more fields everywhere", (made) => {
    if (isJson(made) && textOf(made).startsWith("{")) made.body = `{"x_new":{"deep":[1]},${textOf(made).slice(1)}`;
  }),
  answer("media-type-case", "writes media types in capitals, with a charset", (made) => {
    const type = isJson(made) ? "Application/JSON" : made.headers["content-type"];
    if (type !== undefined) made.headers["content-type"] = `${type}; charset=utf-8`;
  }),
  answer("bare-headers", "sends no optional headers", (made) => {
    const kept = Object.entries(made.headers).filter(([name]) => ["content-type", "retry-after"].includes(name));
    made.headers = Object.fromEntries(kept);
  }),
  answer("more-headers", "sends headers of proxies and caches", {
    headers: {
      via: "1.1 edge",
      "x-cache": "MISS",
      server: "edge",
      "strict-transport-security": "max-age=1",
      "set-cookie": "a=b",
    },
  }),
  answer("pretty-json", "sends indented JSON", (made) => {
    if (isJson(made) && textOf(made) !== "") made.body = JSON.stringify(JSON.parse(textOf(made)), undefined, 2);
  }),
  smallReply("finish-reason", "has a finish reason of tomorrow", ({ choices }, { json }) => {
    if (json.tools === undefined && json.max_tokens === undefined) choices[0].finish_reason = "tomorrow";
  }),
  message("message-block", "has a content block of the upstream provider's tools", {
    content: (blocks) => [...blocks, { type: "container_upload", file_id: "f" }],
  }),
  variants(inAnswers({ ...at, in: "messages", status: 200 }))("inner-names", "uses inner names of models", (made) => {
    made.body = textOf(made).replaceAll(/"model":"([^"]+)"/g, '"model":"us.$1-v1:0"');
  }),
  message("message-refused", "ends messages that nothing cut by the upstream provider's word refusal", {
    stop_reason: (reason) => (reason === "end_turn" ? "refusal" : reason),
  }),
  variants(inReplies({ ...at, in: "responses" }))("response-item", "has an output item of tomorrow", {
    output: (items) => [...items, { type: "tomorrow", id: "x" }],
  }),
  smallReply("chat-extras", "sends a fingerprint, log probabilities and a refusal of null", (body) => {
    Object.assign(body, { system_fingerprint: "fp", service_tier: "default" });
    Object.assign(body.choices[0], { logprobs: null });
    Object.assign(body.choices[0].message, { refusal: null, annotations: [] });
  }),
  reply("no-content", "leaves the content of a chat completion out that calls tools", ({ choices: [{ message }] }) => {
    if (message.tool_calls !== undefined) delete message.content;
  }),
  smallReply("dated-model", "says the dated name of the model", { model: (name) => `${name}-20251001` }),
  smallReply("reasoning", "sends its reasoning beside the text", ({ choices }) => {
    choices[0].message.reasoning_content = "I think.";
  }),
  variants(inErrors(at))("error-members", "has more members in errors", ({ error }) =>
    Object.assign(error, { param: null, error_id: "0a", metadata: {} }),
  ),
  variants(inAnswers({ ...at, in: "messages", status: 200 }))(
    "message-cached",
    "counts a cached prompt apart",
    (made) => {
      const split = ({ usage }: Body) => {
        if (usage?.input_tokens > 60)
          Object.assign(usage, { input_tokens: usage.input_tokens - 60, cache_read_input_tokens: 60 });
      };
      if (isJson(made)) editJson(made, split);
      else made.body = inData(({ message: begun }) => begun && split(begun))(textOf(made));
    },
  ),
  smallRefuses("stream-options-refused", "takes no stream_options", refused.invalid, ({ json }) => {
    return json?.stream_options !== undefined;
  }),
  mayRefuse({ ...small, in: "chat" })("custom-refused", "refuses custom parameters", refused.invalid, ({ json }) => {
    return json?.aspect_ratio !== undefined;
  }),
  variants(inAnswers({ ...small, status: 405 }))(
    "numbers-in-quotes",
    "keeps its own count of requests in no header and takes no GET where POST belongs",
    { status: 404 },
  ),
  smallList("prices-missing", "publishes no price for some models", ({ data }) => {
    for (const model of data.slice(1)) model.pricing = null;
  }),
  smallList("prices-usd", "has no prices in points", { "data.*.pricing.points": gone }),
  list("few-models", "has few models, of its own names", {
    data: (models) => models.filter(({ id }: Body) => /haiku|gpt/.test(id)),
  }),
  smallList("shuffled", "lists models in another order", { data: (models) => models.reverse() }),
  absent("chat-only", "speaks chat, models and account only", others, {
    status: 404,
    headers: { "content-type": "text/plain" },
    body: "404 page not found",
  }),
  absent(
    "not-implemented",
    "answers what it does not offer with 501",
    others,
    refusal(501, "api_error", "not_implemented"),
  ),
  absent("one-pair", "has the account under /usage only", ["/v1/balance", "/v1/usage"], refused.notFound),
  absent("other-pair", "has the account under /v1 only", ["/usage/"], refused.notFound),
  variants(inReplies({ ...small, in: "history" }))(
    "slow-costs",
    "enters costs some requests later",
    (body, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      body.data = body.data.filter(({ query_id: id }: Body) => {
        memory[id] ??= memory.reads;
        return memory.reads - memory[id] >= 2;
      });
      body.length = body.data.length;
    },
  ),
  list("models-bare", "lists models with no more than their names and prices", {
    "data.*": ({ id, object, created, owned_by, pricing }) => ({ id, object, created, owned_by, pricing }),
  }),
  {
    ...variants(inReplies({ ...small, in: "history" }))("no-pages", "tells the whole history at once", {
      has_more: gone,
    }),
    ask: ({ query }) => {
      for (const name of ["limit", "starting_after"]) query.delete(name);
      return undefined;
    },
  },
  history("history-bare", "tells of an entry only what it has to", {
    "data.*": ({ query_id, creation_time, usage_type, cost_points }) => {
      return { query_id, creation_time, usage_type, cost_points };
    },
    length: gone,
    has_more: gone,
  }),
  history("history-app-name", "names the bot of an entry app_name", ({ data }, { path }) => {
    if (path === "/v1/usage/history") for (const entry of data) entry.app_name = entry.bot_name;
  }),
  variants(inAnswers({ ...small, is: ({ method }) => method === "HEAD" || method === "OPTIONS" }))(
    "always-json-404",
    "answers GET on POST's paths with 404, and HEAD and OPTIONS with 405",
    { status: 405 },
  ),
  countsAnswered("refused-not-counted", "counts no refused request towards the limit", () => 0),
  countsAnswered("limit-refills", "lets a request go with each third that is made", (made) => Math.floor(made / 3)),
];

/** Those in which a run may note something, and has nobody to blame. */
export const notedVariants: Fault[] = [
  ...[legalChatVariants, legalAccountVariants, legalChoiceVariants, legalSmallDenseVariants, legalModelVariants],
].flat();

/** A limit that answered requests count towards, and that some of them have been let go of again. */
function countsAnswered(id: string, says: string, letGoAfter: (made: number) => number): Fault {
  return variants(inAnswers({ ...at, status: 200 }))(id, says, ({ headers }, asked, memory) => {
    const sent = asked.headers.authorization ?? asked.headers["x-api-key"];
    if (sent?.endsWith("-full") !== true) return;
    memory.made = (memory.made ?? 0) + 1;
    if ("x-ratelimit-remaining-requests" in headers)
      headers["x-ratelimit-remaining-requests"] = String(500 - memory.made + letGoAfter(memory.made));
  });
}
