import { type Body, type Fault, inData, inReply, inRequest, inStream, named, paths, refusal } from "./fault.ts";

const path = paths.responses;

/** Late calls are made where the run is about responses only. */
const only = ["models", "responses"];

const inInput = (json: Body, change: (item: Body) => void): void => {
  if (Array.isArray(json.input)) for (const item of json.input) change(item);
};

/** Items of responses: inputs, outputs, and the earlier responses they go on from. */
export const responsesItemFaults: Fault[] = [
  ...[
    inRequest(
      named("responses/effort-unknown-taken", "takes any effort", "responses/refused/unknown-effort"),
      path,
      (json) => {
        if (json.reasoning?.effort === "contract-tests") json.reasoning.effort = "medium";
      },
    ),
    inRequest(
      named(
        "responses/previous-unknown-taken",
        "answers without the conversation that it does not know",
        "responses/refused/unknown-previous",
      ),
      path,
      (json) => {
        if (/^resp_0+ff$/.test(json.previous_response_id)) delete json.previous_response_id;
      },
    ),
    inRequest(
      named("responses/previous-ignored", "forgets the conversation that a response goes on from", [
        "responses/structured/earlier-counted",
        "responses/structured/status",
      ]),
      path,
      (json) => {
        if (!/^resp_0+ff$/.test(json.previous_response_id)) delete json.previous_response_id;
      },
    ),
    inReply(
      named("responses/citations-shifted", "cites what is beyond the text", "responses/searched/citations"),
      path,
      ({ output = [] }) => {
        for (const { content = [] } of output)
          for (const { annotations = [], text } of content)
            for (const each of annotations) each.end_index += text.length;
      },
    ),
    inRequest(named("responses/picture-dropped", "drops pictures", "responses/stream/picture-counted"), path, (json) =>
      inInput(json, (item) => {
        if (Array.isArray(item.content)) item.content = item.content.filter(({ type }: Body) => type !== "input_image");
      }),
    ),
    inStream(
      named("responses-stream/cut-completed", "says that a cut stream is whole", "responses/stream/cut-off"),
      path,
      (text) =>
        text
          .replaceAll("response.incomplete", "response.completed")
          .replaceAll(
            '"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}',
            '"status":"completed","incomplete_details":null',
          ),
    ),
    inStream(
      named("responses-stream/output-index-0", "numbers all items of a stream 0", "responses/tools-stream/"),
      path,
      inData((data) => ({ ...data, ...(data.output_index !== undefined && { output_index: 0 }) })),
    ),
    inStream(
      named(
        "responses-stream/output-index-reversed",
        "numbers the first two items of a stream the other way round",
        "responses/tools-stream/output-index",
      ),
      path,
      (text) =>
        text.includes('"output_index":1')
          ? inData((data) => ({
              ...data,
              ...(data.output_index < 2 && { output_index: 1 - data.output_index }),
            }))(text)
          : text,
    ),
    inRequest(
      named("responses/tool-output-lost", "loses the result of a tool", "responses/structured/earlier-counted"),
      path,
      (json) =>
        inInput(json, (item) => {
          if (item.type === "function_call_output") item.output = "";
        }),
    ),
  ].map((fault) => ({ ...fault, only })),
  {
    ...named("responses-stream/not-kept", "says that it keeps a stream, and does not", "responses/structured/status"),
    only,
    ask: ({ path: asked, json }) =>
      asked === path && json?.previous_response_id !== undefined
        ? refusal(404, "invalid_request_error", "not_found")
        : undefined,
  },
];
