import type { Admin, Clock } from "./admin.js";
import { find } from "./find.js";
import { numberIn } from "./read-form.js";
import { attempt } from "./status-message.js";
import { dayAndTime } from "./times.js";

/** The session's clock: what it shows, and how it is stopped and moved on. Returns what shows it. */
export function createClockPanel(admin: Admin): (clock: Clock) => void {
  const form = find("advance-by", HTMLFormElement);
  const now = find("now", HTMLTimeElement);
  const state = find("clock-state", HTMLElement);
  const stop = find("stop-clock", HTMLButtonElement);
  let isFrozen = false;
  /** The session's time less the browser's; the time itself while the clock stands. */
  let offsetMs = 0;

  const change = (action: () => Promise<Clock>) =>
    void attempt(async () => {
      const clock = await action();
      show(clock);
      return `The clock ${clock.isFrozen ? "stands at" : "runs from"} ${dayAndTime(Date.parse(clock.now))}.`;
    });
  stop.addEventListener("click", () => change(() => admin.setClock({ isFrozen: !isFrozen })));
  for (const button of document.querySelectorAll<HTMLElement>("[data-advance-ms]")) {
    button.addEventListener("click", () => change(() => admin.advanceClock(Number(button.dataset.advanceMs))));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new FormData(form);
    change(() => admin.advanceClock((numberIn(values, "amount") ?? 0) * (numberIn(values, "unitMs") ?? 0)));
  });
  setInterval(tick, 250);
  return show;

  function show(clock: Clock): void {
    isFrozen = clock.isFrozen;
    offsetMs = Date.parse(clock.now) - (isFrozen ? 0 : Date.now());
    state.textContent = isFrozen ? "stands" : "runs";
    state.className = `badge ${isFrozen ? "refused" : "good"}`;
    stop.textContent = isFrozen ? "Start" : "Stop";
    tick();
  }

  function tick(): void {
    const text = dayAndTime(offsetMs + (isFrozen ? 0 : Date.now()));
    if (now.textContent === text) return;
    now.textContent = text;
    now.dateTime = `${text.replace(" ", "T")}Z`;
  }
}
