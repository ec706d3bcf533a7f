import { access, constants, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ModelAccess, ModelAccessError, OptionError } from "@model-access/sdk";

const [prompt = "A paper boat drifts down a rainy street, seen from above.", file = "video.mp4"] =
  process.argv.slice(2);
const model = process.env.MODEL ?? "Sora-2";

// Checked before the video costs points.
await access(dirname(file), constants.W_OK).catch(() => {
  console.error(`Nothing can be written to ${dirname(file)}; name a file: npm start -- PROMPT FILE`);
  process.exit(2);
});

try {
  const client = new ModelAccess();
  const id = process.env.VIDEO_ID ?? (await client.videos.create({ model, prompt, seconds: 4 })).id;
  console.error(`Waiting for ${id}. If this is stopped, start again with VIDEO_ID=${id}.`);

  await client.videos.waitFor(id, {
    timeoutMs: 30 * 60_000,
    onProgress: ({ status, progress }) => console.error(`${status}, ${progress} %`),
  });

  const { body } = await client.videos.content(id);
  // Renamed once it is complete.
  await writeFile(`${file}.part`, body ?? "");
  await rename(`${file}.part`, file);
  console.log(file);
} catch (error) {
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(error instanceof ModelAccessError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof OptionError ? 2 : 1;
}
