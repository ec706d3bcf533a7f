// Loaded into every program that the bench starts: tells what the process has used when asked, and ends it when the bench has
// ended, in whatever way.
import cluster from "node:cluster";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", async (message) => {
    if (message === "usage") process.send(await readUsage());
  });
  process.channel.unref();
}

/** CPU time and the most memory so far, those of its workers included. */
async function readUsage() {
  const usages = [{ cpuMs: cpuMs(), peakMemoryMb: peakMemoryMb() }];
  for (const worker of Object.values(cluster.workers ?? {})) {
    const answer = once(worker, "message");
    worker.send("usage");
    usages.push((await answer)[0]);
  }
  return {
    cpuMs: usages.reduce((sum, usage) => sum + usage.cpuMs, 0),
    peakMemoryMb: usages.reduce((sum, usage) => sum + usage.peakMemoryMb, 0),
  };
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** On Linux by /proc, as the maximum of `resourceUsage` starts with that of the process that started this one. */
function peakMemoryMb() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
}
