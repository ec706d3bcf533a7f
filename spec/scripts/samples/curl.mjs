import { eventStream, fileName, filledPath, isFile, multipart } from "./first-call.mjs";

/** Writes a curl command. */
export function curl(call) {
  const { method, mediaType, body, replyType, headers } = call;
  const lines = [
    `curl "$MODEL_ACCESS_BASE_URL${filledPath(call)}"`,
    `-H "Authorization: Bearer $MODEL_ACCESS_API_KEY"`,
  ];
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
