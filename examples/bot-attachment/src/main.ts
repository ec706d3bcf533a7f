import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { BotError, ModelAccess, ModelAccessError, OptionError } from "@model-access/sdk";

const [path = "sales.csv", question = "Which month stands out, and why?"] = process.argv.slice(2);
const bot = process.env.BOT ?? "Claude-Sonnet-4.5";

const file = await readFile(path).catch(() => {
  console.error(`${path} can't be read; name a file: npm start -- FILE [QUESTION]`);
  process.exit(2);
});

try {
  const client = new ModelAccess();
  const attachment = await client.files.upload({ file, name: basename(path) });
  const stream = client.bots.respond({
    bot,
    messages: [{ role: "user", content: question, attachments: [attachment], parameters: { thinking_budget: 1024 } }],
  });

  try {
    for await (const piece of stream) {
      if (piece.is_suggested_reply) continue;
      // The bot replaces all its text so far.
      if (piece.is_replace_response) process.stdout.write("\n--- The bot starts again ---\n");
      process.stdout.write(piece.text);
    }
  } finally {
    process.stdout.write("\n");
  }

  const { attachments, suggested_replies } = await stream.final();
  for (const { name, url } of attachments) console.log(`File: ${name} ${url}`);
  for (const reply of suggested_replies) console.log(`You could say: ${reply}`);
} catch (error) {
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(error instanceof ModelAccessError)) throw error;
  console.error(error.message);
  if (error instanceof BotError && error.allowRetry) console.error("The same question may be asked again.");
  process.exitCode = error instanceof OptionError ? 2 : 1;
}
