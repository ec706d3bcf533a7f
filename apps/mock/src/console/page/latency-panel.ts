import type { Admin, Latency } from "./admin.js";
import { find, findField } from "./find.js";
import { attempt } from "./status-message.js";

const names = ["firstMs", "gapMs", "spread"] as const;

/** How fast replies of the session come: a preset, or values. Returns what shows it. */
export function createLatencyPanel(admin: Admin): (latency: Latency) => void {
  const form = find("set-latency", HTMLFormElement);
  const preset = findField(form, "preset", HTMLSelectElement);
  const fields = names.map((name) => findField(form, name, HTMLInputElement));
  /** What the fields were filled with; what the reader has typed since is left alone. */
  let shown = "";

  const change = (latency: Parameters<Admin["setLatency"]>[0]) =>
    void attempt(async () => {
      const set = await admin.setLatency(latency);
      show(set);
      return `The first event comes after ${set.firstMs} ms, then one every ${set.gapMs} ms.`;
    });
  preset.addEventListener("change", () => {
    if (preset.value !== "") change({ preset: preset.value as "fast" }); // the options of the select
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(Object.fromEntries(fields.map(({ name, value }) => [name, Number(value)])));
  });
  return show;

  function show(latency: Latency): void {
    const text = JSON.stringify(names.map((name) => latency[name]));
    if (text === shown) return;
    shown = text;
    for (const field of fields) field.value = String(latency[field.name as (typeof names)[number]]);
    preset.value = [...preset.options].find((option) => option.dataset.values === text)?.value ?? "";
  }
}
