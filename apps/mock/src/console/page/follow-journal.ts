import type { ExchangeSummary } from "./admin.js";
import { find } from "./find.js";

const retryMs = 3000;

/** Hears of exchanges as they end, and shows whether it does. Comes back by itself when the mock was gone, and says so. */
export function followJournal(
  address: string,
  { onEnd, onReturn }: { onEnd: (exchange: ExchangeSummary) => void; onReturn: () => void },
) {
  const sign = find("live", HTMLElement);
  let source: EventSource | undefined;
  let wasLost = false;

  return { follow };

  function follow(): void {
    source?.close();
    const opened = new EventSource(address);
    source = opened;
    opened.onopen = () => {
      show("Live", "on");
      if (wasLost) onReturn();
      wasLost = false;
    };
    opened.onerror = () => {
      wasLost = true;
      // The browser tries again where it got no answer, and gives up where it got a refusal.
      const isRefused = opened.readyState === EventSource.CLOSED;
      show(`The mock ${isRefused ? "refuses" : "does not answer"}; trying again`, "lost");
      if (isRefused) setTimeout(() => opened === source && follow(), retryMs);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => onEnd(JSON.parse(data) as ExchangeSummary); // as the admin API says
  }

  function show(text: string, state: "on" | "lost"): void {
    if (sign.textContent !== text) sign.textContent = text;
    sign.className = `live ${state}`;
  }
}
