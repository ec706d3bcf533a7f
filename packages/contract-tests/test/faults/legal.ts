import {
  type Answer,
  editJson,
  type Fault,
  inAnswer,
  inData,
  inError,
  inReply,
  isJson,
  paths,
  refusal,
  textOf,
} from "./fault.ts";
import { about } from "./legal-about.ts";
import { legalAreaVariants } from "./legal-areas.ts";
import { legalDenseVariants } from "./legal-dense.ts";
import { legalMoneyVariants } from "./legal-money.ts";
import { legalProviderVariants } from "./legal-providers.ts";
import { legalStreamVariants } from "./legal-streams.ts";
import { secretVariants } from "./secrets.ts";

const absent = (id: string, says: string, beginnings: string[], answer: Answer): Fault => ({
  ...about(id, says),
  ask: ({ path }) => (beginnings.some((beginning) => path.startsWith(beginning)) ? { ...answer } : undefined),
  answer: (reply, { path }) => {
    if (path === paths.models && reply.status === 200 && isJson(reply)) unadvertised(reply);
  },
});
const unadvertised = (answer: Answer) =>
  editJson(answer, (body) => {
    for (const model of body.data) delete model.supported_endpoints;
  });
const plainNotFound: Answer = { status: 404, headers: { "content-type": "text/plain" }, body: "404 page not found" };
const others = ["/v1/messages", "/v1/responses", "/v1/videos", "/bot/", "/v1/files"];

/** Things that a correct deployment may do otherwise: nothing is to be found in any of them. */
export const legalVariants: Fault[] = [
  ...legalStreamVariants,
  ...legalAreaVariants,
  ...legalDenseVariants,
  ...legalMoneyVariants,
  ...legalProviderVariants,
  ...secretVariants,
  inAnswer(about("unknown-fields", "has more fields everywhere"), (answer) => {
    if (isJson(answer) && textOf(answer).startsWith("{"))
      answer.body = `{"x_new":{"deep":[1]},${textOf(answer).slice(1)}`;
  }),
  inAnswer(about("media-type-case", "writes media types in capitals, with a charset"), (answer) => {
    if (answer.headers["content-type"] !== undefined)
      answer.headers["content-type"] = isJson(answer)
        ? "Application/JSON; charset=utf-8"
        : `${answer.headers["content-type"]}; charset=utf-8`;
  }),
  inAnswer(about("bare-headers", "sends no optional headers"), (answer) => {
    const { "content-type": type, "retry-after": retry } = answer.headers;
    answer.headers = {
      ...(type !== undefined && { "content-type": type }),
      ...(retry !== undefined && { "retry-after": retry }),
    };
  }),
  inAnswer(about("more-headers", "sends headers of proxies and caches"), (answer) =>
    Object.assign(answer.headers, {
      via: "1.1 edge",
      "x-cache": "MISS",
      server: "edge",
      "strict-transport-security": "max-age=1",
      "set-cookie": "a=b",
    }),
  ),
  inAnswer(about("pretty-json", "sends indented JSON"), (answer) => {
    if (isJson(answer) && textOf(answer) !== "") answer.body = JSON.stringify(JSON.parse(textOf(answer)), undefined, 2);
  }),
  inReply(about("finish-reason", "has a finish reason of tomorrow"), paths.chat, (body, asked) => {
    if (asked.json.tools === undefined && asked.json.max_tokens === undefined)
      body.choices[0].finish_reason = "tomorrow";
  }),
  inReply(about("message-block", "has a content block of the upstream provider's tools"), paths.messages, (body) =>
    body.content.push({ type: "container_upload", file_id: "f" }),
  ),
  inAnswer(about("inner-names", "names models in messages as what stands behind it calls them"), (answer, { path }) => {
    if (path === paths.messages && answer.status === 200)
      answer.body = textOf(answer).replaceAll(/"model":"([^"]+)"/g, '"model":"us.$1-v1:0"');
  }),
  inReply(
    about("message-refused", "ends messages that nothing cut by the upstream provider's word refusal"),
    paths.messages,
    (body) => {
      if (body.stop_reason === "end_turn") body.stop_reason = "refusal";
    },
  ),
  inReply(about("response-item", "has an output item of tomorrow"), paths.responses, (body) =>
    body.output.push({ type: "tomorrow", id: "x" }),
  ),
  inReply(about("chat-extras", "sends a fingerprint, log probabilities and a refusal of null"), paths.chat, (body) => {
    Object.assign(body, { system_fingerprint: "fp", service_tier: "default" });
    Object.assign(body.choices[0], { logprobs: null });
    Object.assign(body.choices[0].message, { refusal: null, annotations: [] });
  }),
  inReply(about("no-content", "leaves the content of a chat completion out that calls tools"), paths.chat, (body) => {
    if (body.choices[0].message.tool_calls !== undefined) delete body.choices[0].message.content;
  }),
  inReply(about("dated-model", "says the dated name of the model"), paths.chat, (body) => {
    body.model = `${body.model}-20251001`;
  }),
  inReply(about("reasoning", "sends its reasoning beside the text"), paths.chat, (body) => {
    body.choices[0].message.reasoning_content = "I think.";
  }),
  inError(about("error-members", "has more members in errors"), {}, (body) =>
    Object.assign(body.error, { param: null, error_id: "0a", metadata: {} }),
  ),
  inAnswer(about("message-cached", "counts a system prompt that it keeps apart from the rest"), (answer, asked) => {
    const apart = (usage?: Record<string, number>) => {
      if (usage?.input_tokens !== undefined && usage.input_tokens > 60)
        Object.assign(usage, { input_tokens: usage.input_tokens - 60, cache_read_input_tokens: 60 });
    };
    if (asked.path !== paths.messages || answer.status !== 200) return;
    if (isJson(answer)) editJson(answer, (body) => apart(body.usage));
    else
      answer.body = inData((data) => {
        apart(data.message?.usage);
        return data;
      })(textOf(answer));
  }),
  {
    ...about("stream-options-refused", "takes no stream_options"),
    ask: ({ json }) =>
      json?.stream_options === undefined ? undefined : refusal(400, "invalid_request_error", "invalid_parameter"),
  },
  {
    ...about("custom-refused", "refuses custom parameters"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.aspect_ratio !== undefined
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  {
    ...about("numbers-in-quotes", "keeps its own count of requests in no header and takes no GET where POST belongs"),
    answer: (answer) => {
      if (answer.status === 405) answer.status = 404;
    },
  },
  inReply(about("prices-missing", "publishes no price for some models"), paths.models, (body) => {
    for (const model of body.data.slice(1)) model.pricing = null;
  }),
  inReply(about("prices-usd", "has no prices in points"), paths.models, (body) => {
    for (const model of body.data) if (model.pricing) delete model.pricing.points;
  }),
  inReply(about("few-models", "has few models, of its own names"), paths.models, (body) => {
    body.data = body.data.filter((model: { id: string }) => /haiku|gpt/.test(model.id));
  }),
  inReply(about("shuffled", "lists models in another order"), paths.models, (body) => body.data.reverse()),
  absent("chat-only", "speaks chat, models and account only", others, plainNotFound),
  absent("not-implemented", "answers what it does not offer with 501", others, {
    ...refusal(501, "api_error", "not_implemented"),
  }),
  absent(
    "one-pair",
    "has the account under /usage only",
    ["/v1/balance", "/v1/usage"],
    refusal(404, "invalid_request_error", "not_found"),
  ),
  absent(
    "other-pair",
    "has the account under /v1 only",
    ["/usage/"],
    refusal(404, "invalid_request_error", "not_found"),
  ),
  {
    ...about("slow-costs", "enters costs some requests later"),
    answer: (answer, { path }, memory) => {
      if (answer.status !== 200) return;
      if (path.endsWith("history")) {
        memory.reads = (memory.reads ?? 0) + 1;
        editJson(answer, (body) => {
          memory.known ??= new Map<string, number>();
          body.data = body.data.filter(({ query_id: id }: { query_id: string }) => {
            const since = memory.known.get(id) ?? memory.reads;
            memory.known.set(id, since);
            return memory.reads - since >= 2;
          });
          body.length = body.data.length;
        });
      }
    },
  },
  {
    ...about(
      "models-bare",
      "lists models with no more than their names and prices, the cheapest of them one of pictures",
    ),
    answer: (answer, { path }) => {
      if (path !== paths.models || answer.status !== 200 || !isJson(answer)) return;
      editJson(answer, (body) => {
        body.data = body.data.map(({ id, object, created, owned_by, pricing }: Record<string, unknown>) => ({
          ...{ id, object, created, owned_by, pricing },
        }));
      });
    },
  },
  {
    ...about("no-pages", "tells the whole history at once, and nothing of pages"),
    ask: ({ query }) => {
      for (const name of ["limit", "starting_after"]) query.delete(name);
      return undefined;
    },
    answer: (answer, { path }) => {
      if (/history$/.test(path) && answer.status === 200) editJson(answer, (body) => delete body.has_more);
    },
  },
  inAnswer(about("history-bare", "tells of an entry only what it has to"), (answer, { path }) => {
    if (!/history$/.test(path) || answer.status !== 200) return;
    editJson(answer, (body) => {
      body.data = body.data.map(({ query_id, creation_time, usage_type, cost_points }: Record<string, unknown>) => ({
        query_id,
        creation_time,
        usage_type,
        cost_points,
      }));
      delete body.length;
      delete body.has_more;
    });
  }),
  inReply(about("history-app-name", "names the bot of an entry app_name"), "/v1/usage/history", (body) => {
    for (const entry of body.data) entry.app_name = entry.bot_name;
  }),
  {
    ...about("always-json-404", "answers GET on POST's paths with 404, and HEAD and OPTIONS with 405"),
    answer: (answer, { method }) => {
      if (method === "HEAD" || method === "OPTIONS") answer.status = 405;
    },
  },
  countsAnswered("refused-not-counted", "counts no refused request towards the limit", () => 0),
  countsAnswered("limit-refills", "lets a request go with each third that is made", (made) => Math.floor(made / 3)),
];

/** A limit that answered requests count towards, and that some of them have been let go of again. */
function countsAnswered(id: string, says: string, letGoAfter: (made: number) => number): Fault {
  return inAnswer(about(id, says), ({ status, headers }, asked, memory) => {
    const sent = asked.headers.authorization ?? asked.headers["x-api-key"];
    if (status !== 200 || sent?.endsWith("-full") !== true) return;
    memory.made = (memory.made ?? 0) + 1;
    if ("x-ratelimit-remaining-requests" in headers)
      headers["x-ratelimit-remaining-requests"] = String(500 - memory.made + letGoAfter(memory.made));
  });
}
