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

/** Operations that the SDK offers by name; the others go through its typed `raw` client. */
const named = {
  createChatCompletion: "client.chat.completions.create",
  listModels: "client.models.list",
};

const multipart = "multipart/form-data";
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

function curl({ method, path, mediaType, body, inPath, headers }) {
  const url = inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), path);
  const lines = [`curl "$MODEL_ACCESS_BASE_URL${url}"`, `-H "Authorization: Bearer $MODEL_ACCESS_API_KEY"`];
  if (method !== "GET") lines[0] += ` -X ${method}`;
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

function sdk({ method, path, operationId, mediaType, body, replyType, inPath, headers }) {
  const head = `import { ModelAccess } from "@model-access/sdk";\n\nconst client = new ModelAccess();\n\n`;
  if (named[operationId]) {
    return `${head}const reply = await ${named[operationId]}(${body === undefined ? "" : stringify(body)});\n`;
  }
  const params = {};
  if (inPath.length > 0) params.path = Object.fromEntries(inPath.map(({ name, example }) => [name, example]));
  if (headers.length > 0) params.header = Object.fromEntries(headers.map(({ name, example }) => [name, example]));
  const fields = [];
  if (Object.keys(params).length > 0) fields.push(`params: ${stringify(params)}`);
  if (body !== undefined) fields.push(`body: ${stringify(body)}`);
  if (mediaType === multipart) fields.push(formSerializer);
  if (replyType === "text/event-stream") fields.push('parseAs: "stream"');
  if (replyType !== "" && !/json|text/.test(replyType)) fields.push('parseAs: "blob"');
  const init = fields.length > 0 ? `, {\n${indent(fields.join(",\n"))},\n}` : "";
  return `${head}const { data, error } = await client.raw.${method}("${path}"${init});\n`;
}

/** openapi-fetch sends a form only when told how to make one. */
const formSerializer = `bodySerializer(body) {
  const form = new FormData();
  if ("file" in body) form.set("file", new Blob([body.file]), "${fileName}");
  return form;
}`;

const indent = (text) => text.replaceAll(/^/gm, "  ");
