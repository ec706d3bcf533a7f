import { useLayoutEffect, useRef } from "preact/hooks";
import type { Latency, NewLatency } from "./admin.ts";
import { Button, Choice, NumberField, onSubmit, Panel, type PanelContext } from "./parts.tsx";

type Preset = NonNullable<NewLatency["preset"]>;

const names = ["firstMs", "gapMs", "spread"] as const;
/** The values of the presets, in the order of the names. */
const presets: Record<Preset, string> = {
  instant: "0,0,0",
  fast: "60,15,0",
  standard: "400,30,0",
  reasoning: "3000,30,0",
  overloaded: "8000,200,0",
};

export function LatencyPanel({ latency, admin, act }: PanelContext & { latency: Latency | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const values = latency && names.map((name) => latency[name]);
  const preset = Object.entries(presets).find(([, preset]) => preset === values?.join())?.[0] ?? "";
  const change = (wish: NewLatency) =>
    act(async () => {
      const { firstMs, gapMs } = await admin.call("setLatency", { body: wish });
      return `The first event comes after ${firstMs} ms, then one every ${gapMs} ms.`;
    });
  // What the reader has typed stays until somebody sets another latency.
  useLayoutEffect(() => {
    for (const [index, name] of names.entries()) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement; // see below
      field.value = String(values?.[index] ?? "");
    }
  }, [values?.join()]);
  return (
    <Panel id="latency" title="Latency">
      <form id="set-latency" ref={form} class="fields" onSubmit={onSubmit(({ preset, ...wish }) => change(wish))}>
        <Choice
          label="Preset"
          name="preset"
          choices={[["", "own values"], ...Object.keys(presets)]}
          value={preset}
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") change({ preset: value as Preset }); // the choices above
          }}
        />
        <NumberField label="First, ms" name="firstMs" min={0} max={3_600_000} step="any" required />
        <NumberField label="Gap, ms" name="gapMs" min={0} max={3_600_000} step="any" required />
        <NumberField label="Spread" name="spread" min={0} max={1} step="any" required />
        <Button text="Set" type="submit" />
      </form>
    </Panel>
  );
}
