// Loaded into every program that the bench starts: reports the process's usage on request, and ends it when the bench
// ends, in whatever way. It imports nothing before the first request, so that it hardly slows the start.
if (process.channel) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", async (message) => {
    if (message === "usage") process.send(await readUsage());
  });
  process.channel.unref();
}

/** Returns CPU time and peak memory so far, workers included. */
async function readUsage() {
  const { user, system } = process.cpuUsage();
  const usages = [{ cpuMs: (user + system) / 1000, peakMemoryMb: peakMemoryMb() }];
  for (const worker of Object.values(process.getBuiltinModule("cluster").workers ?? {})) {
    const answer = new Promise((resolve) => worker.once("message", resolve));
    worker.send("usage");
    usages.push(await answer);
  }
  const sum = (figure) => usages.reduce((total, usage) => total + usage[figure], 0);
  return { cpuMs: sum("cpuMs"), peakMemoryMb: sum("peakMemoryMb") };
}

/** Reads /proc on Linux, where the maximum of `resourceUsage` includes the parent process's. */
function peakMemoryMb() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  const status = process.getBuiltinModule("fs").readFileSync("/proc/self/status", "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
