import type { ControlSection, ParameterControls, SettingControl } from "@model-access/contract";
import type { Bot } from "./admin.ts";
import { Badge, Panel, Table } from "./parts.tsx";

const heads = { Name: "", Id: "code", Access: "", "Input and output": "", "Setting controls": "" };

export function BotsPanel({ bots }: { bots: Bot[] }) {
  const rows = bots.map(({ id, name, access, model, controls }) => {
    const { input_modalities: takes = [], output_modalities: makes = [] } = model.architecture ?? {};
    const modalities = takes.length > 0 && `${takes.join(", ")} → ${makes.join(", ")}`;
    const badge = <Badge tone={access === "public" ? "good" : "refused"} text={access} />;
    return { key: id, cells: [name, id, badge, modalities, controls ? <Controls {...controls} /> : "none"] };
  });
  return (
    <Panel id="bots" title="Models and bots">
      <Table label="Table of models and bots" heads={heads} rows={rows} />
    </Panel>
  );
}

/** The setting controls of a bot in words: what they are called, which parameter each sets, and what it can be. */
function Controls({ sections }: ParameterControls) {
  const all = sections.flatMap(controlsIn);
  return (
    <details>
      <summary>{all.length === 1 ? "1 control" : `${all.length} controls`}</summary>
      <ul class="controls">
        {all.map((control) => (
          <li key={control.parameter_name}>
            {`${control.label}: `}
            <code>{control.parameter_name}</code>
            {`, ${control.control.replaceAll("_", " ")}${valuesOf(control)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Setting = Exclude<SettingControl, { control: "divider" | "condition" }>;

function controlsIn({ controls, tabs }: ControlSection): Setting[] {
  return (controls ?? tabs?.flatMap((tab) => tab.controls) ?? []).flatMap(settingsIn);
}

/** Those that set a parameter; a condition's are among them. */
function settingsIn(control: SettingControl): Setting[] {
  if (control.control === "divider") return [];
  return control.control === "condition" ? control.controls.flatMap(settingsIn) : [control];
}

function valuesOf(control: Setting): string {
  if (control.control === "drop_down") return `: ${control.options.map(({ value }) => value).join(", ")}`;
  if (control.control === "aspect_ratio") {
    return `: ${control.options.map(({ width, height, value }) => value ?? `${width}:${height}`).join(", ")}`;
  }
  if (control.control === "slider") return `: ${control.min_value} to ${control.max_value} by ${control.step}`;
  return "";
}
