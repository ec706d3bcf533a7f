import { visible } from "../report/clean.js";
import { closingLines, newFindingLine } from "../watch/terminal.js";
import { startWatch, type WatchOptions } from "../watch/watch.js";

/**
 * Watches until the signal ends it: says on the terminal where to call and to look, each rule when it is first found broken,
 * and at the end how often each was. Resolves to the exit status.
 */
export async function runWatch(options: WatchOptions, { signal, isQuiet }: { signal: AbortSignal; isQuiet: boolean }) {
  const say = (text: string) => void (isQuiet || process.stdout.write(text));
  const watch = await startWatch({
    ...options,
    onFinding: (finding) => say(newFindingLine(finding)),
    onFault: (message) => process.stderr.write(`${visible(message)}\n`),
  });
  say(
    `Forwarding ${watch.baseURL} to ${visible(options.upstream)}. Findings: ${watch.watchURL}. Ctrl-C ends the watch.\n`,
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  const seen = await watch.close();
  say(`\n${closingLines(seen)}`);
  return seen.findings.some(({ decides }) => decides) ? 1 : 0;
}
