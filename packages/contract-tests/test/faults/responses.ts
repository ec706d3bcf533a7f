import {
  type Body,
  type Fault,
  inAnswer,
  inBlocks,
  inData,
  inReply,
  inRequest,
  inStream,
  named,
  paths,
  refusal,
  textOf,
  without,
} from "./fault.ts";

const path = paths.responses;

/** The responses interface, and how gateways break it. */
export const responsesFaults: Fault[] = [
  inReply(
    named("responses/no-id", "leaves a response's id out", "responses/reply/schema"),
    path,
    (body) => delete body.id,
  ),
  inReply(named("responses/object", "names another object for a response", "responses/reply/schema"), path, (body) => {
    body.object = "chat.completion";
  }),
  inReply(
    named("responses/no-status", "leaves a response's status out", "responses/reply/schema"),
    path,
    (body) => delete body.status,
  ),
  inReply(
    named("responses/no-output", "leaves the output out", "responses/reply/"),
    path,
    (body) => delete body.output,
  ),
  inReply(named("responses/empty-output", "sends no output", "responses/reply/text"), path, (body) => {
    Object.assign(body, { output: [], output_text: "" });
  }),
  inReply(
    named("responses/output-text-other", "says another text in output_text", "responses/reply/output-text"),
    path,
    (body) => {
      body.output_text = `${body.output_text}!`;
    },
  ),
  inStream(
    named(
      "responses-stream/output-text-other",
      "ends a stream with another output_text",
      "responses/stream/output-text",
    ),
    path,
    inData((data) => {
      if (data.response?.output_text) data.response.output_text = data.response.output_text.slice(1);
      return data;
    }),
  ),
  inReply(named("responses/output-string", "sends the output as text", "responses/reply/"), path, (body) => {
    body.output = "hello";
  }),
  inReply(
    named("responses/created-ms", "says a response's time in milliseconds", "responses/reply/created"),
    path,
    (body) => {
      body.created_at *= 1000;
    },
  ),
  inReply(
    named("responses/usage-sum", "counts a response's total wrong", "responses/reply/usage-sum"),
    path,
    (body) => {
      body.usage.total_tokens += 5;
    },
  ),
  inReply(named("responses/chat-usage", "counts a response under chat's names", "responses/reply/"), path, (body) => {
    body.usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  }),
  inReply(
    named("responses/in-progress", "says that a finished response is in progress", "responses/reply/finished"),
    path,
    (body) => {
      body.status = "in_progress";
    },
  ),
  inStream(
    named("responses-stream/no-created", "sends no response.created", "responses/stream/order"),
    path,
    without("response.created"),
  ),
  inStream(
    named("responses-stream/no-completed", "sends no last event", "responses/stream/complete"),
    path,
    inBlocks((blocks) => blocks.filter((block) => !/event: response\.(completed|incomplete)/.test(block))),
  ),
  inStream(
    named("responses-stream/adds-up", "streams a text that is not its pieces", "responses/stream/adds-up"),
    path,
    (text) => text.replace(/"delta":"(\\.|[^"\\])+"/, '"delta":"?"'),
  ),
  inStream(
    named("responses-stream/sequence", "numbers two events alike", "responses/stream/identity"),
    path,
    inData((data) => ({ ...data, sequence_number: Math.max(0, data.sequence_number - 1) })),
  ),
  inStream(
    named("responses-stream/sequence-missing", "leaves the numbers of events out", "responses/stream/"),
    path,
    inData(({ sequence_number: _, ...data }) => data),
  ),
  inStream(
    named("responses-stream/event-line", "names an event otherwise than its type", "responses/stream/event-line"),
    path,
    (text) =>
      text
        .replace("event: response.completed", "event: completed")
        .replace("event: response.incomplete", "event: completed"),
  ),
  inStream(
    named("responses-stream/id-changes", "changes the id of a response within a stream", "responses/stream/identity"),
    path,
    inData((data) => {
      if (/completed|incomplete/.test(data.type) && data.response) data.response.id = "other";
      return data;
    }),
  ),
  inStream(
    named("responses-stream/item-open", "leaves an item open", ["responses/stream/order", "responses/stream/identity"]),
    path,
    without("response.output_item.done"),
  ),
  inStream(
    named("responses-stream/broken-json", "sends an event of a response that is no JSON", "responses/stream/json"),
    path,
    (text) => text.replace('"sequence_number":2', '"sequence_number":'),
  ),
  inRequest(
    named("responses-stream/max-tokens", "ignores max_output_tokens in streams", "responses/stream/max-tokens"),
    path,
    (json) => {
      if (json.stream) delete json.max_output_tokens;
    },
  ),
  inReply(
    named("responses/max-tokens", "counts more tokens than max_output_tokens", "responses/reply/max-tokens"),
    path,
    (body) => {
      body.usage.output_tokens += 180;
      body.usage.total_tokens += 180;
    },
  ),
  inReply(
    named("responses/cut-completed", "says that a cut response is whole", "responses/reply/cut-off"),
    path,
    (body) => {
      if (body.status === "incomplete") Object.assign(body, { status: "completed", incomplete_details: null });
    },
  ),
  inRequest(
    named("responses/format-dropped", "drops the schema of a response's text", "responses/structured/json"),
    path,
    (json) => delete json.text,
  ),
  inRequest(
    named("responses/summary-dropped", "drops what is to be told of the reasoning", "responses/tools-stream/summary"),
    path,
    (json) => delete json.reasoning?.summary,
  ),
  inReply(named("responses/instructions-other", "repeats other instructions", "responses/reply/echo"), path, (body) => {
    body.instructions &&= "You are a gateway.";
  }),
  inRequest(
    named(
      "responses/default-limit",
      "limits responses that set no limit to 16 tokens",
      "responses/structured/finished",
    ),
    path,
    (json) => {
      if (json.text !== undefined) json.max_output_tokens ??= 16;
    },
  ),
  inStream(
    named(
      "responses-stream/usage-other",
      "counts half the prompt of a streamed response",
      "responses/stream/prompt-counted",
    ),
    path,
    inData((data) => {
      if (data.response?.usage) {
        const half = Math.floor(data.response.usage.input_tokens / 2);
        data.response.usage.input_tokens -= half;
        data.response.usage.total_tokens -= half;
      }
      return data;
    }),
  ),
  inAnswer(named("responses/same-id", "gives all responses the same id", "responses/ids-unique"), (answer, asked) => {
    if (asked.path === path) answer.body = textOf(answer).replaceAll(/"id":"resp_[^"]+"/g, '"id":"resp_1"');
  }),
  inReply(
    named("responses/no-effort", "says nothing of the effort that was asked for", "responses/structured/effort"),
    path,
    (body) => {
      body.reasoning = { effort: null, summary: null };
    },
  ),
  inStream(
    named("responses-stream/no-effort", "streams another effort than was asked for", "responses/tools-stream/effort"),
    path,
    inData((data) => {
      if (data.response) data.response.reasoning = { ...data.response.reasoning, effort: "medium" };
      return data;
    }),
  ),
  inStream(
    named(
      "responses-stream/ends-empty",
      "ends a stream with a response without output",
      "responses/stream/last-is-whole",
    ),
    path,
    inData((data) => {
      if (/completed|incomplete/.test(data.type) && data.response)
        Object.assign(data.response, { output: [], output_text: "" });
      return data;
    }),
  ),
  inReply(named("responses/no-search", "does not search the web", "responses/structured/search"), path, (body) => {
    body.output = body.output?.filter(({ type }: Body) => type !== "web_search_call");
  }),
  {
    ...inAnswer(
      named("responses-stream/refusal-inside", "refuses a response with 200 and an error in the stream", [
        "responses/refused/streamed",
      ]),
      (answer, asked) => {
        if (asked.path !== path || asked.json?.stream !== true || answer.status !== 400) return;
        Object.assign(answer, {
          status: 200,
          headers: { "content-type": "text/event-stream" },
          body: `data: ${textOf(answer)}\n\n`,
        });
      },
    ),
    only: ["models", "responses"],
    weighs: "fail",
  },
  {
    ...named("responses/absent", "lists models of responses and has none", "responses/reply/status"),
    ask: ({ path }) => (path === paths.responses ? refusal(404, "invalid_request_error", "not_found") : undefined),
  },
];
