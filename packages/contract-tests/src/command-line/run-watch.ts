import { visible } from "../report/clean.js";
import { closingLines, newFindingLine } from "../watch/terminal.js";
import { startWatch, type WatchOptions } from "../watch/watch.js";

/**
 * Watches until the signal ends it: says on stdout where to call and to look, each rule when it is first found broken, and
 * at the end how often each was. As JSON it is a line for each event; the first one, with the addresses, comes in any case.
 * Resolves to the exit status.
 */
export async function runWatch(
  { log = "text", ...options }: WatchOptions & { log?: "text" | "json" | undefined },
  { signal, isQuiet }: { signal: AbortSignal; isQuiet: boolean },
) {
  const write = (text: string, event: WatchEvent) =>
    void process.stdout.write(log === "json" ? `${JSON.stringify(event)}\n` : text);
  const say = (text: string, event: WatchEvent) => void (isQuiet || write(text, event));
  const watch = await startWatch({
    ...options,
    onFinding: (finding) => say(newFindingLine(finding), { event: "finding", ...finding }),
    onFault: (message) => process.stderr.write(`${visible(message)}\n`),
  });
  (log === "json" ? write : say)(
    `Forwarding ${watch.baseURL} to ${visible(options.upstream)}. Findings: ${watch.watchURL}. Ctrl-C ends the watch.\n`,
    { event: "listening", url: watch.baseURL, watchURL: watch.watchURL },
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  const seen = await watch.close();
  const { judged, unjudged, findings } = seen;
  say(`\n${closingLines(seen)}`, { event: "ended", judged, unjudged, findings });
  return seen.findings.some(({ decides }) => decides) ? 1 : 0;
}

type WatchEvent = { event: "listening" | "finding" | "ended" } & Record<string, unknown>;
