import { stringify } from "../source-text.mjs";
import { eventStream, fileName, isFile, multipart } from "./first-call.mjs";

const head = `import { ModelAccess } from "@model-access/sdk";\n\nconst client = new ModelAccess();\n\n`;

/** Writes a call of the SDK: by its method, or through the typed `raw` client. */
export function sdk(call) {
  const write = named[call.operationId];
  return head + (write === undefined ? raw(call) : write(call));
}

/** Writes a streamed call of the SDK. */
export function sdkStream({ operationId, body: { stream: _, ...body } }) {
  const [method, shown] = streams[operationId];
  return `${head}const stream = client.${method}(${stringify(body)});\n${shown}`;
}

const events = "for await (const event of stream) console.log(event.type);\nconsole.log(await stream.text());\n";

/** Code that streams an operation with the SDK, by `operationId`. */
const streams = {
  createChatCompletion: [
    "chat.completions.stream",
    'for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");\nconsole.log(await stream.text());\n',
  ],
  createMessage: ["messages.stream", events],
  createResponse: ["responses.stream", events],
};

/** Code that calls an operation with the SDK, by `operationId`. */
const named = {
  createChatCompletion: ({ body }) =>
    reply("chat.completions.create", stringify(body), "reply.choices[0]?.message.content"),
  createMessage: ({ body }) => reply("messages.create", stringify(body), "reply.content"),
  createResponse: ({ body }) => reply("responses.create", stringify(body), "reply.output_text"),
  listModels: () => reply("models.list"),
  getCurrentBalance: () => reply("usage.balance"),
  listPointsHistory: () => "for await (const entry of client.usage.history()) console.log(entry);\n",
  createVideo: ({ body }) => reply("videos.create", stringify(body)),
  retrieveVideo: ({ inPath }) => reply("videos.retrieve", idOf(inPath)),
  downloadVideoContent: ({ inPath }) => reply("videos.content", idOf(inPath), "(await reply.blob()).size"),
  remixVideo: ({ inPath, body }) => reply("videos.remix", `${idOf(inPath)}, ${stringify(body)}`),
  extendVideo: ({ body }) => reply("videos.extend", stringify(body)),
  queryBot: ({ inPath, body }) =>
    `const stream = client.bots.respond(${stringify({ bot: inPath[0].example, messages: body.query })});\nfor await (const { text } of stream) console.log(text);\n`,
  uploadFile: () =>
    reply("files.upload", `{ file: new Blob(["month,points\\n"], { type: "text/csv" }), name: "${fileName}" }`),
};

const reply = (method, argument = "", shown = "reply") =>
  `const reply = await client.${method}(${argument});\nconsole.log(${shown});\n`;
const idOf = ([{ example }]) => stringify(example);

function raw({ method, path, mediaType, body, replyType, inPath, headers }) {
  const params = {};
  if (inPath.length > 0) params.path = Object.fromEntries(inPath.map(({ name, example }) => [name, example]));
  if (headers.length > 0) params.header = Object.fromEntries(headers.map(({ name, example }) => [name, example]));
  const fields = [];
  if (Object.keys(params).length > 0) fields.push(`params: ${stringify(params)}`);
  if (body !== undefined) fields.push(`body: ${stringify(body)}`);
  if (mediaType === multipart) fields.push(formSerializer);
  if (replyType === eventStream) fields.push('parseAs: "stream"');
  if (isFile(replyType)) fields.push('parseAs: "blob"');
  const init = fields.length > 0 ? `, {\n${indent(fields.join(",\n"))},\n}` : "";
  return `const { data, error } = await client.raw.${method}("${path}"${init});\nconsole.log(error ?? data);\n`;
}

/** openapi-fetch sends a form only with a `bodySerializer`. */
const formSerializer = `bodySerializer(body) {
  const form = new FormData();
  if ("file" in body) form.set("file", new Blob([body.file]), "${fileName}");
  return form;
}`;

const indent = (text) => text.replaceAll(/^/gm, "  ");
