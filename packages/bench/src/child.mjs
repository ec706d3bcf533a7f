// Loaded into every program that the bench starts: tells what the process has used when asked, and ends it when the bench
// has ended, in whatever way. It imports nothing until it is asked, so that it costs a start next to nothing.
if (process.channel) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", async (message) => {
    if (message === "usage") process.send(await readUsage());
  });
  process.channel.unref();
}

/** CPU time and the most memory so far, those of its workers included. */
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

/** On Linux by /proc, as the maximum of `resourceUsage` starts with that of the process that started this one. */
function peakMemoryMb() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  const status = process.getBuiltinModule("fs").readFileSync("/proc/self/status", "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
