import {
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inData,
  inReply,
  isJson,
  isStream,
  named,
  paths,
  refusal,
  textOf,
} from "./fault.ts";
import { about } from "./legal-about.ts";

const ofSmall = (id: string, says: string) => ({ ...named(`legal/small-${id}`, says, []), from: "small" as const });

const pictureTokens = 256;

/** Counts each picture of a chat completion as so many tokens. */
const countingPictures = (id: string, says: string, tokens: number): Fault =>
  inAnswer(about(id, says), (answer, { path, json }) => {
    if (path !== paths.chat || answer.status !== 200) return;
    const pictures = JSON.stringify(json).split('"type":"image_url"').length - 1;
    const recount = ({ usage }: Body) => {
      if (usage) usage.prompt_tokens -= pictures * (pictureTokens - tokens);
      if (usage) usage.total_tokens -= pictures * (pictureTokens - tokens);
    };
    if (isJson(answer)) editJson(answer, recount);
    else if (isStream(answer))
      answer.body = inData((data) => {
        recount(data);
        return data;
      })(textOf(answer));
  });

/** Legal variants of calls that carry much. */
export const legalDenseVariants: Fault[] = [
  countingPictures("pictures-free", "counts no tokens for pictures", 0),
  countingPictures("pictures-85", "counts 85 tokens for a picture", 85),
  inReply(about("json-spaced", "has white space around JSON"), paths.chat, (body, { json }) => {
    if (json.response_format !== undefined)
      body.choices[0].message.content = `\n  ${body.choices[0].message.content}\n`;
  }),
  {
    ...about("schema-unheeded", "heeds no schema for a text"),
    ask: ({ path, json }) => {
      if (path !== paths.chat || json?.response_format === undefined) return undefined;
      delete json.response_format;
      // Its models heed the words of a prompt no more than the schema.
      for (const { content } of json.messages) {
        if (Array.isArray(content)) content.at(-1).text = content.at(-1).text.replace(" As a JSON object:", "");
      }
      return undefined;
    },
  },
  {
    ...about("schema-refused", "takes no schema for a text"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.response_format !== undefined
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  {
    ...about("one-call", "has a model that makes one call where it could make two"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.tools !== undefined) json.parallel_tool_calls = false;
      return undefined;
    },
  },
];

/** The same at a deployment of chat, models and account. */
export const legalSmallDenseVariants: Fault[] = [
  {
    ...ofSmall("no-parts", "takes no text in parts"),
    ask: ({ path, json }) =>
      path === paths.chat && JSON.stringify(json ?? "").includes('"content":[')
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  inAnswer(ofSmall("crlf", "ends the lines of a text with CRLF"), (answer, { path }) => {
    if (path === paths.chat && answer.status === 200) answer.body = textOf(answer).replaceAll("\\n", "\\r\\n");
  }),
  {
    ...ofSmall("blanks", "has a model that leaves out blanks that it takes for needless"),
    ask: ({ path, json }) => {
      for (const message of path === paths.chat && Array.isArray(json?.messages) ? json.messages : [])
        if (typeof message?.content === "string") message.content = message.content.replaceAll(/ {2,}/g, " ");
      return undefined;
    },
  },
];
