import { eventStream, fileName, filledPath, isFile, multipart } from "./first-call.mjs";

/** Writes a Python program without packages. */
export function python(call) {
  const { method, mediaType, body, headers } = call;
  const isForm = mediaType === multipart;
  const fields = [`"Authorization": "Bearer " + os.environ["MODEL_ACCESS_API_KEY"],`];
  for (const { name, example } of headers) fields.push(`"${name}": "${example}",`);
  if (isForm) fields.push(`"Content-Type": "multipart/form-data; boundary=" + boundary,`);
  else if (body !== undefined) fields.push(`"Content-Type": "${mediaType}",`);
  const data = isForm ? "form" : body === undefined ? undefined : `json.dumps(${indented(literal(body))})`;
  return `${imports(call)}
from urllib.request import Request, urlopen

${isForm ? form : ""}request = Request(
    os.environ["MODEL_ACCESS_BASE_URL"] + "${filledPath(call)}",
    method="${method}",
    headers={
        ${fields.join("\n        ")}
    },
${data === undefined ? "" : `    data=${data}.encode(),\n`})
with urlopen(request) as response:
    ${reading(call)}
`;
}

const imports = ({ mediaType, body, replyType }) =>
  (mediaType !== multipart && body !== undefined) || replyType === "application/json"
    ? "import json\nimport os"
    : "import os";

function reading({ replyType }) {
  if (replyType === eventStream) return `for line in response:\n        print(line.decode(), end="")`;
  if (isFile(replyType)) return `with open("video.mp4", "wb") as file:\n        file.write(response.read())`;
  return "print(json.load(response))";
}

/** Writes a multipart form with one file. */
const form = `boundary = "5f0c2a9be1d34c77"
form = "\\r\\n".join([
    "--" + boundary,
    'Content-Disposition: form-data; name="file"; filename="${fileName}"',
    "Content-Type: text/csv",
    "",
    "month,points\\nJanuary,41200\\n",
    "--" + boundary + "--",
    "",
])

`;

const words = { true: "True", false: "False", null: "None" };

/** Writes a JSON value as Python source. */
const literal = (value) =>
  JSON.stringify(value, null, 4).replaceAll(/("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g, (_all, text, word) =>
    word === undefined ? text : words[word],
  );

const indented = (text) => text.replaceAll("\n", "\n    ");
