// Runs Redis or Valkey during the bench: prints its address, stops and resumes it on request, and ends it with itself, in
// whatever way the bench ends.
import { startRedis } from "../../../scripts/redis-server.mjs";

const redis = await startRedis().catch((error: Error) => {
  process.stderr.write(error.message);
  process.exit(1);
});

const end = () => void redis.close().then(() => process.exit());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);

process.channel?.ref();
process.on("message", (message) => {
  if (message === "stop") redis.stop();
  else if (message === "resume") redis.resume();
  else return;
  process.send?.(message);
});
process.stdout.write(`${JSON.stringify({ event: "listening", url: redis.url })}\n`);
