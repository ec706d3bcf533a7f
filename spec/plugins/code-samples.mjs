import { stringify } from "./source-text.mjs";

/** Redocly decorator: a curl line and an SDK call for each operation, made from its first request example. */
export const codeSamples = () => ({
  Root: {
    leave(document) {
      for (const [path, item] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(item)) {
          if (!operation?.operationId) continue;
          const call = firstCall(document, { path, method, item, operation });
          operation["x-codeSamples"] = [
            { lang: "Shell", label: "curl", source: curl(call) },
            { lang: "TypeScript", label: "SDK", source: sdk(call) },
          ];
        }
      }
    },
  },
});

/** How the SDK calls an operation by name; the others go through its typed `raw` client. */
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

const multipart = "multipart/form-data";
const eventStream = "text/event-stream";
const isFile = (mediaType) => mediaType !== "" && !/json|text/.test(mediaType);
const fileName = "points.csv";

function firstCall(document, { path, method, item, operation }) {
  const resolve = (node) =>
    node?.$ref
      ? node.$ref
          .slice(2)
          .split("/")
          .reduce((at, key) => at[key], document)
      : node;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const [mediaType, media] = Object.entries(resolve(operation.requestBody)?.content ?? {})[0] ?? [];
  const body = resolve(Object.values(media?.examples ?? {})[0])?.value;
  const [replyType = ""] = Object.keys(resolve(operation.responses["200"])?.content ?? {});
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const headers = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
  return {
    method: method.toUpperCase(),
    path,
    operationId: operation.operationId,
    mediaType,
    body,
    replyType,
    inPath,
    headers,
  };
}

function curl({ method, path, mediaType, body, replyType, inPath, headers }) {
  const url = inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), path);
  const lines = [`curl "$MODEL_ACCESS_BASE_URL${url}"`, `-H "Authorization: Bearer $MODEL_ACCESS_API_KEY"`];
  if (method !== "GET") lines[0] += ` -X ${method}`;
  if (replyType === eventStream) lines[0] += " --no-buffer";
  if (isFile(replyType)) lines[0] += " --output video.mp4";
  for (const { name, example } of headers) lines.push(`-H "${name}: ${example}"`);
  if (mediaType === multipart) {
    for (const [field, value] of Object.entries(body))
      lines.push(`-F ${shell(field === "file" ? `file=@${fileName}` : `${field}=${value}`)}`);
  } else if (body !== undefined) {
    lines.push(`-H "Content-Type: ${mediaType}"`, `-d ${shell(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function sdk(call) {
  const head = `import { ModelAccess } from "@model-access/sdk";\n\nconst client = new ModelAccess();\n\n`;
  const write = named[call.operationId];
  return head + (write === undefined ? raw(call) : write(call));
}

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

/** openapi-fetch sends a form only when told how to make one. */
const formSerializer = `bodySerializer(body) {
  const form = new FormData();
  if ("file" in body) form.set("file", new Blob([body.file]), "${fileName}");
  return form;
}`;

const indent = (text) => text.replaceAll(/^/gm, "  ");
