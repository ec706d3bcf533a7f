import {
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inData,
  inReply,
  isJson,
  isStream,
  paths,
  refusal,
  textOf,
} from "./fault.ts";
import { about } from "./legal-about.ts";

const isPath = (path: string, beginning: string) => path.startsWith(beginning);

/** Legal ways of responses, bots, files and lists of models. */
export const legalAreaVariants: Fault[] = [
  {
    ...about("nothing-stored", "keeps no responses"),
    ask: ({ path, json }) =>
      path === paths.responses && json?.previous_response_id !== undefined
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
    answer: (answer, { path }) => {
      if (path !== paths.responses || answer.status !== 200) return;
      if (isJson(answer)) editJson(answer, (body) => Object.assign(body, { store: false }));
      if (isStream(answer))
        answer.body = inData((data) => {
          if (data.response) data.response.store = false;
          return data;
        })(textOf(answer));
    },
  },
  {
    ...about("models-not-allowed", "lists models that the key may not call in responses"),
    ask: ({ path, json }) =>
      path === paths.responses && /^resp_0+ff$/.test(json?.previous_response_id)
        ? refusal(403, "permission_error", "permission_denied")
        : undefined,
  },
  {
    ...about("uncalled-tools-dropped", "leaves tools out that a response may not call"),
    ask: ({ path, json }) => {
      if (path === paths.responses && json?.tool_choice === "none")
        for (const name of ["tools", "tool_choice"]) delete json[name];
      return undefined;
    },
  },
  inAnswer(about("no-output-text", "leaves output_text to the client"), (answer, { path }) => {
    if (path === paths.responses && isJson(answer)) editJson(answer, (body) => delete body.output_text);
    if (path === paths.responses && isStream(answer))
      answer.body = inData((data) => {
        delete data.response?.output_text;
        return data;
      })(textOf(answer));
  }),
  inReply(
    about("only-output-text", "says the text of plain responses in output_text only"),
    paths.responses,
    (body) => {
      body.output = body.output.filter(({ type }: Body) => type !== "message");
    },
  ),
  inAnswer(about("opaque-files", "gives files addresses without their names"), (answer, { path }) => {
    if (isPath(path, "/v1/files") && answer.status === 200)
      editJson(answer, (body) => {
        body.attachment_url = body.attachment_url.replace(/[^/]*$/, "file");
      });
  }),
  inAnswer(about("plain-file-names", "writes the names of files in ASCII"), (answer, { path }) => {
    if (isPath(path, "/v1/files") && answer.status === 200)
      editJson(answer, (body) => {
        body.attachment_url = body.attachment_url.replaceAll(/(%[0-9A-F]{2})+/g, "_");
      });
  }),
  inReply(
    about("shuffled-each-time", "lists models in another order each time, and says in seconds when they were made"),
    paths.models,
    (body, _asked, memory) => {
      memory.turn = (memory.turn ?? 0) + 1;
      body.data = [...body.data.slice(memory.turn), ...body.data.slice(0, memory.turn)];
      for (const model of body.data) model.created = Math.floor(model.created / 1000);
    },
  ),
  inReply(about("paged-list", "says where its model list goes on"), paths.models, (body) => {
    Object.assign(body, { has_more: true, last_id: body.data.at(-1).id });
  }),
  inReply(about("whole-list", "says that its model list does not go on"), paths.models, (body) => {
    body.has_more = false;
  }),
];
