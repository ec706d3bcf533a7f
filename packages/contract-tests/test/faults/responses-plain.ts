import { type Body, type Fault, inBlocks, inData, inReply, inRequest, inStream, named, paths } from "./fault.ts";

const path = paths.responses;

const texts = ({ output = [] }: Body): Body[] =>
  output.flatMap(({ content = [] }: Body) => content.filter(({ type }: Body) => type === "output_text"));

const inJson = (id: string, says: string, by: string, change: (text: string) => string): Fault =>
  inReply(named(`responses/${id}`, says, by), path, (body, { json }) => {
    if (json.text?.format === undefined) return;
    for (const part of texts(body)) part.text = change(part.text);
    body.output_text = change(body.output_text);
  });

const calledAnyway = (id: string, says: string, by: string, isStreamed: boolean): Fault =>
  inRequest(named(id, says, by), path, (json) => {
    if (json.tool_choice === "none" && (json.stream === true) === isStreamed) json.tool_choice = "required";
  });

/** Plain responses: what is asked for beside a text, what is counted, and what has to be its own. */
export const responsesPlainFaults: Fault[] = [
  inReply(
    named("responses/thought-twice", "counts what it thought twice in the total", "responses/structured/usage-sum"),
    path,
    ({ usage }) => {
      usage.total_tokens += usage.output_tokens_details.reasoning_tokens;
    },
  ),
  inReply(
    named("responses/thought-left-out", "counts what it thought in no sum", "responses/structured/usage-sum"),
    path,
    ({ usage }) => {
      const thought = usage.output_tokens_details.reasoning_tokens;
      if (thought > 0) Object.assign(usage, { output_tokens: 1, total_tokens: usage.input_tokens + 1 });
    },
  ),
  inReply(
    named("responses/summary-empty", "sums nothing up in plain responses", "responses/structured/summary"),
    path,
    ({ output }) => {
      for (const item of output) if (item.type === "reasoning") item.summary = [];
    },
  ),
  inStream(
    named("responses-stream/summary-empty", "sums nothing up in streams", "responses/tools-stream/"),
    path,
    (text) =>
      inData((data) => {
        for (const item of data.response?.output ?? []) if (item.type === "reasoning") item.summary = [];
        return data;
      })(inBlocks((blocks) => blocks.filter((block) => !block.includes("reasoning_summary")))(text)),
  ),
  inJson("json-fenced", "puts JSON into a fence", "responses/structured/json", (text) => `\`\`\`\n${text}\n\`\`\``),
  inJson("json-with-more", "adds a member to JSON that allows no other", "responses/structured/no-more", (text) =>
    text.replace("{", '{"source":"the web",'),
  ),
  calledAnyway("responses/calls-anyway", "calls tools that it may not call", "responses/reply/no-tool", false),
  calledAnyway("responses-stream/calls-anyway", "calls such tools in streams", "responses/stream/no-tool", true),
  inReply(
    named("responses/same-id-plain", "gives all plain responses the same id", "responses/ids-unique"),
    path,
    (body, _asked, memory) => {
      memory.id ??= body.id;
      body.id = memory.id;
    },
  ),
  inReply(
    named("responses/same-item-id", "gives all texts the same id", "responses/item-ids-unique"),
    path,
    ({ output }) => {
      for (const item of output) if (item.type === "message") item.id = "msg_1";
    },
  ),
  inReply(named("responses/no-usage", "counts no tokens", "responses/reply/usage-there"), path, (body) => {
    body.usage = null;
  }),
  inStream(
    named("responses-stream/no-usage", "counts no tokens in streams", "responses/stream/usage-there"),
    path,
    inData((data) => {
      if (data.response) data.response.usage = null;
      return data;
    }),
  ),
  {
    ...inReply(named("responses/no-call-id", "gives calls no id", "responses/tools/"), path, ({ output }) => {
      for (const item of output) if (item.type === "function_call") item.call_id = "";
    }),
    only: ["models", "responses"],
  },
];
