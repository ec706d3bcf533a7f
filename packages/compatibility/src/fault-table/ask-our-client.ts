import type { CallOptions, ModelAccess } from "@model-access/sdk";
import { type Dialect, type Mode, models, question } from "./dialect.ts";

/** The call to make, and a listener for stream events. */
export interface Ask {
  dialect: Dialect;
  mode: Mode;
  options?: CallOptions;
  onEvent?: (event: object) => void;
}

/** Asks the question through our client, reads a stream in a loop like its users, and returns the reply's text. */
export async function askOurClient(client: ModelAccess, { dialect, mode, options, onEvent }: Ask): Promise<string> {
  if (mode === "plain") return askPlain(client, dialect, options);
  const stream = await openStream(client, dialect, options);
  for await (const event of stream) onEvent?.(event);
  return stream.text();
}

async function askPlain(client: ModelAccess, dialect: Dialect, options?: CallOptions): Promise<string> {
  if (dialect === "bots") throw new Error("The native protocol only streams.");
  if (dialect === "responses") {
    return (await client.responses.create({ model: models.responses, input: question }, options)).output_text;
  }
  const messages = [{ role: "user" as const, content: question }];
  if (dialect === "messages") {
    const { content } = await client.messages.create({ model: models.messages, max_tokens: 400, messages }, options);
    return content.map((block) => (block.type === "text" ? block.text : "")).join("");
  }
  const { choices } = await client.chat.completions.create({ model: models.chat, messages }, options);
  return choices[0]?.message.content ?? "";
}

function openStream(client: ModelAccess, dialect: Dialect, options?: CallOptions) {
  const messages = [{ role: "user" as const, content: question }];
  switch (dialect) {
    case "chat":
      return client.chat.completions.create({ model: models.chat, messages, stream: true }, options);
    case "messages":
      return client.messages.create({ model: models.messages, max_tokens: 400, messages, stream: true }, options);
    case "responses":
      return client.responses.create({ model: models.responses, input: question, stream: true }, options);
    case "bots":
      return client.bots.respond({ bot: models.bots, messages }, options);
  }
}
