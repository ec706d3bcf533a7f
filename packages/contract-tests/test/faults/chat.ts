import { type Fault, inAnswer, inReply, named, paths, textOf } from "./fault.ts";

const path = paths.chat;
const isPlain = (answer: { status: number }, asked: { path: string; json: { stream?: boolean } | undefined }) =>
  asked.path === path && answer.status === 200 && asked.json?.stream !== true;

/** Plain chat completions, and how gateways break them. */
export const chatFaults: Fault[] = [
  inAnswer(named("chat/status-201", "answers a chat completion with 201", "chat/reply/status"), (answer, asked) => {
    if (isPlain(answer, asked)) answer.status = 201;
  }),
  inAnswer(
    named("chat/status-500", "answers each plain chat completion with 500", "chat/reply/status"),
    (answer, asked) => {
      if (isPlain(answer, asked))
        Object.assign(answer, {
          status: 500,
          body: '{"error":{"message":"x","type":"api_error","code":"internal_error"}}',
        });
    },
  ),
  inAnswer(named("chat/media-type", "calls a chat completion text/plain", "chat/reply/media-type"), (answer, asked) => {
    if (isPlain(answer, asked)) answer.headers["content-type"] = "text/plain";
  }),
  inAnswer(named("chat/no-media-type", "says no media type", "chat/reply/media-type"), (answer, asked) => {
    if (isPlain(answer, asked)) delete answer.headers["content-type"];
  }),
  inAnswer(named("chat/html", "answers a chat completion with a page", "chat/reply/media-type"), (answer, asked) => {
    if (isPlain(answer, asked))
      Object.assign(answer, { headers: { "content-type": "text/html" }, body: "<h1>Hello</h1>" });
  }),
  inAnswer(named("chat/cut-json", "loses the last byte of a chat completion", "chat/reply/"), (answer, asked) => {
    if (isPlain(answer, asked)) answer.body = textOf(answer).slice(0, -1);
  }),
  inAnswer(named("chat/empty-body", "answers a chat completion with nothing", "chat/reply/"), (answer, asked) => {
    if (isPlain(answer, asked)) answer.body = "";
  }),
  inAnswer(
    named("chat/compressed", "compresses a reply that was asked for uncompressed", "chat/reply/"),
    (answer, asked) => {
      if (isPlain(answer, asked)) Object.assign(answer.headers, { "content-encoding": "gzip" });
      if (isPlain(answer, asked)) answer.body = Buffer.from([0x1f, 0x8b, 8, 0]);
    },
  ),
  inAnswer(named("chat/latin1", "sends a chat completion in Latin-1", "chat/reply/"), (answer, asked) => {
    if (isPlain(answer, asked))
      answer.body = Buffer.from(textOf(answer).replace('"content":"', '"content":"\u00e9'), "latin1");
  }),
  inAnswer(
    named("chat/rate-header-text", "has words in a rate-limit header", "chat/reply/headers"),
    (answer, asked) => {
      if (isPlain(answer, asked)) answer.headers["x-ratelimit-limit-requests"] = "plenty";
    },
  ),
  inAnswer(
    named("chat/remaining-over-limit", "has more requests remaining than the limit", "service/rate-headers"),
    (answer) => {
      if ("x-ratelimit-remaining-requests" in answer.headers) answer.headers["x-ratelimit-remaining-requests"] = "9000";
    },
  ),
  inAnswer(
    named("chat/streams-unasked", "streams a reply that was asked for whole", "chat/reply/"),
    (answer, asked) => {
      if (isPlain(answer, asked))
        Object.assign(answer, {
          headers: { "content-type": "text/event-stream" },
          body: `data: ${textOf(answer)}\n\ndata: [DONE]\n\n`,
        });
    },
  ),
  inReply(named("chat/no-choices", "leaves choices out", "chat/reply/text"), path, (body) => delete body.choices),
  inReply(named("chat/empty-choices", "sends an empty list of choices", "chat/reply/text"), path, (body) => {
    body.choices = [];
  }),
  inReply(named("chat/choices-object", "sends choices as an object", "chat/reply/text"), path, (body) => {
    body.choices = { 0: body.choices[0] };
  }),
  inReply(named("chat/text-number", "sends a number for the text", "chat/reply/text"), path, (body) => {
    body.choices[0].message.content = 7;
  }),
  inReply(named("chat/text-null", "sends null for the text", "chat/reply/text"), path, (body) => {
    if (!body.choices[0].message.tool_calls) body.choices[0].message.content = null;
  }),
  inReply(named("chat/text-parts", "sends the text as an array of parts", "chat/reply/text"), path, (body) => {
    body.choices[0].message.content = [{ type: "text", text: body.choices[0].message.content }];
  }),
  inReply(named("chat/text-empty", "sends an empty text", "chat/reply/text-there"), path, (body) => {
    body.choices[0].message.content = "";
  }),
  inReply(named("chat/no-message", "sends text where the message belongs", "chat/reply/text"), path, (body) => {
    body.choices[0] = { index: 0, text: "hello", finish_reason: "stop" };
  }),
  inReply(named("chat/no-id", "leaves the id out", "chat/reply/schema"), path, (body) => delete body.id),
  inReply(named("chat/id-number", "sends a number for the id", "chat/reply/schema"), path, (body) => {
    body.id = 17;
  }),
  inReply(named("chat/same-id", "gives every chat completion the same id", "chat/ids-unique"), path, (body) => {
    body.id = "chatcmpl-1";
  }),
  inReply(named("chat/object", "names another object", "chat/reply/schema"), path, (body) => {
    body.object = "text_completion";
  }),
  inReply(named("chat/no-created", "leaves the time out", "chat/reply/schema"), path, (body) => delete body.created),
  inReply(named("chat/created-ms", "says the time in milliseconds", "chat/reply/created"), path, (body) => {
    body.created *= 1000;
  }),
  inReply(named("chat/created-text", "says the time as text", "chat/reply/schema"), path, (body) => {
    body.created = new Date(body.created * 1000).toISOString();
  }),
  inReply(named("chat/created-zero", "says 1970 for the time", "chat/reply/created"), path, (body) => {
    body.created = 0;
  }),
  inReply(
    named("chat/no-model", "does not say which model it was", "chat/reply/schema"),
    path,
    (body) => delete body.model,
  ),
  inReply(named("chat/role-user", "answers in the role of the user", "chat/reply/schema"), path, (body) => {
    body.choices[0].message.role = "user";
  }),
  inReply(
    named("chat/no-role", "leaves the role out", "chat/reply/schema"),
    path,
    (body) => delete body.choices[0].message.role,
  ),
  inReply(
    named("chat/no-finish", "leaves the finish reason out", "chat/reply/schema"),
    path,
    (body) => delete body.choices[0].finish_reason,
  ),
  inReply(
    named("chat/finish-null", "says null for the finish reason of a finished reply", "chat/reply/schema"),
    path,
    (body) => {
      body.choices[0].finish_reason = null;
    },
  ),
  inReply(named("chat/index-text", "sends the choice's index as text", "chat/reply/schema"), path, (body) => {
    body.choices[0].index = "0";
  }),
  inReply(named("chat/usage-sum", "counts a total that is not the sum", "chat/reply/usage-sum"), path, (body) => {
    body.usage.total_tokens += 3;
  }),
  inReply(named("chat/usage-zero", "counts no tokens at all", "chat/reply/usage-counted"), path, (body) => {
    body.usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  }),
  inReply(named("chat/usage-negative", "counts below zero", "chat/reply/schema"), path, (body) => {
    body.usage.completion_tokens = -1;
    body.usage.total_tokens = body.usage.prompt_tokens - 1;
  }),
  inReply(named("chat/usage-text", "counts in text", "chat/reply/schema"), path, (body) => {
    body.usage.prompt_tokens = String(body.usage.prompt_tokens);
  }),
  inReply(
    named("chat/usage-constant", "counts the same prompt tokens for every prompt", "chat/reply/prompt-counted"),
    path,
    (body) => {
      body.usage.prompt_tokens = 12;
      body.usage.total_tokens = 12 + body.usage.completion_tokens;
    },
  ),
  inReply(named("chat/max-tokens-ignored", "ignores max_tokens", "chat/limited/max-tokens"), path, (body, asked) => {
    if (asked.json.max_tokens > 20) return;
    body.choices[0].message.content += " and so on".repeat(40);
    body.choices[0].finish_reason = "stop";
    body.usage.completion_tokens += 120;
    body.usage.total_tokens += 120;
  }),
  inReply(
    named("chat/finish-not-length", "says stop where max_tokens ended the reply", "chat/limited/finish"),
    path,
    (body) => {
      if (body.choices[0].finish_reason === "length") body.choices[0].finish_reason = "stop";
    },
  ),
  inReply(named("chat/stop-ignored", "writes on after a stop text", "chat/stop/stop"), path, (body, asked) => {
    const stop = [asked.json.stop ?? []].flat();
    if (stop.length > 0) body.choices[0].message.content += ` ${stop[0]} and on`;
  }),
  inReply(
    named("chat/tool-arguments-object", "sends the arguments of a tool call as an object", "chat/tools/"),
    path,
    (body) => {
      for (const call of body.choices[0].message.tool_calls ?? [])
        call.function.arguments = JSON.parse(call.function.arguments);
    },
  ),
  inReply(named("chat/tool-arguments-broken", "sends arguments that are no JSON", "chat/tools/"), path, (body) => {
    for (const call of body.choices[0].message.tool_calls ?? [])
      call.function.arguments = call.function.arguments.slice(1);
  }),
  inReply(
    named("chat/tool-arguments-wrong", "sends arguments that the tool does not take", "chat/tools/"),
    path,
    (body) => {
      for (const call of body.choices[0].message.tool_calls ?? []) call.function.arguments = '{"nothing":1}';
    },
  ),
  inReply(named("chat/tool-name", "calls a tool that was not offered", "chat/tools/"), path, (body) => {
    for (const call of body.choices[0].message.tool_calls ?? []) call.function.name = "other";
  }),
  inReply(named("chat/tool-ignored", "writes text where a tool had to be called", "chat/tools/"), path, (body) => {
    const { message } = body.choices[0];
    if (message.tool_calls === undefined) return;
    delete message.tool_calls;
    message.content = "I can't.";
    body.choices[0].finish_reason = "stop";
  }),
  inReply(named("chat/tool-finish", "says stop where a tool is called", "chat/tools/"), path, (body) => {
    if (body.choices[0].message.tool_calls) body.choices[0].finish_reason = "stop";
  }),
  {
    ...inReply(
      named("chat/tool-media-empty", "answers with no text for a picture", "chat/media/content"),
      path,
      (body) => {
        const [choice] = body.choices;
        if (/https?:\/\/\S+\/media\//.test(choice.message.content ?? "")) choice.message.content = "";
      },
    ),
    only: ["chat/media"],
  },
  inReply(named("chat/tool-no-id", "gives a tool call no id", "chat/tools/"), path, (body) => {
    for (const call of body.choices[0].message.tool_calls ?? []) delete call.id;
  }),
  inReply(
    named("chat/custom-carried", "lets a chat completion think by a custom parameter", "service/custom-parameters"),
    path,
    ({ usage, choices }, { json }) => {
      if (!(json.thinking_budget > 0)) return;
      choices[0].message.reasoning_content = "Hm.";
      usage.completion_tokens_details = { reasoning_tokens: usage.completion_tokens };
    },
  ),
  inAnswer(
    named("chat/custom-crash", "fails with 500 on a custom parameter", "chat/stop/custom-parameters"),
    (answer, asked) => {
      if (asked.path === path && asked.json?.aspect_ratio !== undefined)
        Object.assign(answer, {
          status: 500,
          headers: { "content-type": "application/json" },
          body: '{"error":{"message":"x","type":"api_error","code":"internal_error"}}',
        });
    },
  ),
];
