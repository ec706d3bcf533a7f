import { useEffect, useState } from "preact/hooks";
import type { Clock } from "./admin.ts";
import { Badge, Button, Choice, dayAndTime, NumberField, onSubmit, Panel, type PanelContext } from "./parts.tsx";

const steps = { "+ 1 s": 1000, "+ 1 min": 60_000, "+ 1 h": 3_600_000 };
const units = { 1000: "seconds", 60000: "minutes", 3600000: "hours", 86400000: "days" };

export function ClockPanel({ clock, admin, act }: PanelContext & { clock: Clock | undefined }) {
  const isFrozen = clock?.isFrozen ?? false;
  const change = (action: () => Promise<Clock>) =>
    act(async () => {
      const { now, isFrozen } = await action();
      return `The clock ${isFrozen ? "stands at" : "runs from"} ${dayAndTime(now)}.`;
    });
  const advance = (ms: number) => change(() => admin.call("advanceClock", { body: { ms } }));
  const stop = () => change(() => admin.call("setClock", { body: { isFrozen: !isFrozen } }));
  const beside = clock && (
    <>
      <Now clock={clock} />
      <Badge tone={isFrozen ? "refused" : "good"} text={isFrozen ? "stands" : "runs"} />
    </>
  );
  const send = onSubmit(({ amount, unitMs }) => advance(Number(amount) * Number(unitMs)));
  return (
    <Panel id="clock" title="Clock" beside={beside}>
      <div class="fields">
        <Button text={isFrozen ? "Start" : "Stop"} onClick={stop} />
        {Object.entries(steps).map(([text, ms]) => (
          <Button key={text} text={text} onClick={() => advance(ms)} />
        ))}
      </div>
      <form id="advance-by" class="fields" onSubmit={send}>
        <NumberField label="Move on by" name="amount" min={0} max={1e6} step="any" defaultValue={10} required />
        <Choice label="Unit" name="unitMs" choices={Object.entries(units)} />
        <Button text="Move on" type="submit" />
      </form>
    </Panel>
  );
}

/** The time, which goes on by itself between two looks. */
function Now({ clock: { now, isFrozen } }: { clock: Clock }) {
  const [shownMs, setShownMs] = useState(0);
  useEffect(() => {
    const offsetMs = Date.parse(now) - (isFrozen ? 0 : Date.now());
    const tick = () => setShownMs(offsetMs + (isFrozen ? 0 : Date.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [now, isFrozen]);
  return <time id="now">{dayAndTime(shownMs)}</time>;
}
