import {
  type Body,
  type Fault,
  inAnswer,
  inBlocks,
  inData,
  inStream,
  isStream,
  named,
  paths,
  textOf,
} from "./fault.ts";

const path = paths.chat;
const hasText = (data: Body) =>
  typeof data.choices?.[0]?.delta?.content === "string" && data.choices[0].delta.content !== "";
const textOnly = (change: (data: Body, nth: number) => Body | undefined) => (text: string) => {
  let nth = 0;
  return inData((data) => (hasText(data) ? change(data, nth++) : data))(text);
};

/** Streamed chat completions, and how gateways break them. */
export const chatStreamFaults: Fault[] = [
  inAnswer(
    named("chat-stream/plain", "answers with the whole reply where a stream was asked for", "chat/stream/media-type"),
    (answer, asked) => {
      if (asked.path !== path || !isStream(answer)) return;
      answer.headers["content-type"] = "application/json";
      answer.body =
        '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}]}';
    },
  ),
  inAnswer(
    named("chat-stream/called-plain", "calls the stream text/plain", "chat/stream/media-type"),
    (answer, asked) => {
      if (asked.path === path && isStream(answer)) answer.headers["content-type"] = "text/plain";
    },
  ),
  inAnswer(
    named("chat-stream/called-json", "calls the stream application/json", "chat/stream/media-type"),
    (answer, asked) => {
      if (asked.path === path && isStream(answer)) answer.headers["content-type"] = "application/json";
    },
  ),
  inAnswer(named("chat-stream/lines", "sends JSON lines and no events", "chat/stream/"), (answer, asked) => {
    if (asked.path === path && isStream(answer))
      answer.body = textOf(answer).replaceAll("data: ", "").replaceAll("\n\n", "\n");
  }),
  inAnswer(
    named("chat-stream/not-utf8", "has bytes in a stream that are no UTF-8", "chat/stream/bytes"),
    (answer, asked) => {
      if (asked.path === path && isStream(answer))
        answer.body = Buffer.concat([Buffer.from(": \xff\n", "latin1"), Buffer.from(answer.body)]);
    },
  ),
  inStream(named("chat-stream/no-done", "does not send [DONE]", "chat/stream/ends-with-done"), path, (text) =>
    text.replace("data: [DONE]\n\n", ""),
  ),
  inStream(named("chat-stream/done-lower", "sends [done]", "chat/stream/"), path, (text) =>
    text.replace("[DONE]", "[done]"),
  ),
  inStream(
    named("chat-stream/done-twice", "sends [DONE] twice", "chat/stream/"),
    path,
    (text) => `${text}data: [DONE]\n\n`,
  ),
  inStream(
    named("chat-stream/after-done", "goes on after [DONE]", "chat/stream/nothing-after-end"),
    path,
    (text) => `${text}${text.split("\n\n")[1]}\n\n`,
  ),
  inStream(
    named("chat-stream/stops", "stops in the middle of a stream", "chat/stream/complete"),
    path,
    inBlocks((blocks) => blocks.slice(0, 3)),
  ),
  inStream(
    named("chat-stream/no-finish", "ends a stream without a finish reason", "chat/stream/complete"),
    path,
    inData((data) => (data.choices?.[0]?.finish_reason ? undefined : data)),
  ),
  inStream(
    named("chat-stream/no-blank-line", "does not end the last event with a blank line", "chat/stream/bytes"),
    path,
    (text) => text.trimEnd(),
  ),
  inStream(named("chat-stream/one-newline", "sends no blank lines between events", "chat/stream/"), path, (text) =>
    text.replaceAll("\n\n", "\n"),
  ),
  inStream(named("chat-stream/broken-json", "sends an event that is no JSON", "chat/stream/json"), path, (text) =>
    text.replace('"index":0', '"index":'),
  ),
  inStream(named("chat-stream/empty", "sends an empty stream", "chat/stream/whole"), path, () => ""),
  inStream(named("chat-stream/only-done", "sends nothing but [DONE]", "chat/stream/"), path, () => "data: [DONE]\n\n"),
  inStream(named("chat-stream/no-choices", "leaves choices out of a chunk", "chat/stream/schema"), path, (text) =>
    text.replace('"choices":', '"options":'),
  ),
  inStream(named("chat-stream/message", "sends message where delta belongs", "chat/stream/"), path, (text) =>
    text.replaceAll('"delta":', '"message":'),
  ),
  inStream(
    named("chat-stream/id-changes", "changes the id within a stream", "chat/stream/identity"),
    path,
    inData((data, index) => ({ ...data, id: `${data.id}-${index}` })),
  ),
  inStream(
    named("chat-stream/no-id", "leaves the id out of the chunks", "chat/stream/schema"),
    path,
    inData(({ id: _, ...data }) => data),
  ),
  inStream(
    named("chat-stream/model-changes", "changes the model within a stream", "chat/stream/identity"),
    path,
    inData((data, index) => ({ ...data, model: index === 2 ? "other" : data.model })),
  ),
  inStream(
    named("chat-stream/created-changes", "changes the time within a stream", "chat/stream/identity"),
    path,
    inData((data, index) => ({ ...data, created: data.created + index })),
  ),
  inStream(
    named("chat-stream/object", "names another object in chunks", "chat/stream/schema"),
    path,
    inData((data) => ({ ...data, object: "chat.completion" })),
  ),
  inStream(
    named("chat-stream/loses-piece", "loses a piece of the text", "chat/stream/text"),
    path,
    textOnly((data, nth) => (nth === 1 ? undefined : data)),
  ),
  inStream(
    named("chat-stream/repeats-piece", "sends a piece of the text twice", "chat/stream/text"),
    path,
    inBlocks((blocks) => [...blocks.slice(0, 3), ...blocks.slice(2)]),
  ),
  inStream(
    named("chat-stream/swaps-pieces", "sends two pieces of the text in the wrong order", "chat/stream/text"),
    path,
    inBlocks(([first = "", one = "", two = "", ...rest]) => [first, two, one, ...rest]),
  ),
  inStream(
    named("chat-stream/cumulative", "sends the whole text so far in each piece", "chat/stream/text"),
    path,
    (text) => {
      let sum = "";
      return textOnly((data) => {
        sum += data.choices[0].delta.content;
        data.choices[0].delta.content = sum;
        return data;
      })(text);
    },
  ),
  inStream(
    named("chat-stream/no-text", "sends no text in a stream", "chat/stream/text"),
    path,
    textOnly(() => undefined),
  ),
  inStream(
    named("chat-stream/mojibake", "spoils characters beyond ASCII in a stream", "chat/stream"),
    path,
    textOnly((data) => {
      data.choices[0].delta.content = Buffer.from(data.choices[0].delta.content).toString("latin1");
      return data;
    }),
  ),
  inStream(
    named("chat-stream/text-after-finish", "sends text after the finish reason", "chat/stream/"),
    path,
    inBlocks((blocks) => {
      const at = blocks.findIndex((block) => /"finish_reason":"/.test(block));
      return [...blocks.slice(0, at + 1), blocks[2] ?? "", ...blocks.slice(at + 1)];
    }),
  ),
  inStream(named("chat-stream/index", "numbers the choice as text", "chat/stream/schema"), path, (text) =>
    text.replaceAll('"index":0', '"index":"0"'),
  ),
  inStream(
    named("chat-stream/usage-sum", "streams a total that is not the sum", "chat/stream-usage/"),
    path,
    inData((data) => {
      if (data.usage) data.usage.total_tokens += 1;
      return data;
    }),
  ),
  inStream(
    named(
      "chat-stream/usage-other",
      "counts other prompt tokens for a stream than for the plain reply",
      "chat/stream-usage/",
    ),
    path,
    inData((data) => {
      if (data.usage) {
        data.usage.prompt_tokens += 40;
        data.usage.total_tokens += 40;
      }
      return data;
    }),
  ),
  inStream(
    named("chat-stream/no-usage", "streams no usage when asked for it", "chat/stream-usage/"),
    path,
    inData((data) => (data.usage ? undefined : data)),
  ),
  inStream(
    named("chat-stream/error-inside", "ends every stream with an error", "chat/streams-end"),
    path,
    inBlocks((blocks) => [
      ...blocks.slice(0, 2),
      'data: {"error":{"message":"Overloaded","type":"api_error","code":"internal_error"}}',
    ]),
  ),
  inAnswer(
    named("chat-stream/refusal-inside", "refuses with 200 and an error in the stream", "chat/refused/streamed"),
    (answer, asked) => {
      if (asked.path !== path || asked.json?.stream !== true || answer.status < 400) return;
      Object.assign(answer, {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: `data: ${textOf(answer)}\n\ndata: [DONE]\n\n`,
      });
    },
  ),
  inAnswer(
    named(
      "chat-stream/refusal-as-event",
      "refuses a stream with the right status and an event as body",
      "chat/refused/streamed",
    ),
    (answer, asked) => {
      if (asked.path !== path || asked.json?.stream !== true || answer.status < 400) return;
      Object.assign(answer, { headers: { "content-type": "text/event-stream" }, body: `data: ${textOf(answer)}\n\n` });
    },
  ),
];
