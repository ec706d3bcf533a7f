import type { ControlSection, ParameterControls, SettingControl } from "@model-access/contract";
import { element } from "./element.js";

/** The setting controls of a bot in words: what they are called, which parameter each sets, and what it can be. */
export function botControls({ sections }: ParameterControls): HTMLElement {
  const all = sections.flatMap(controlsIn);
  return element(
    "details",
    {},
    element("summary", {}, all.length === 1 ? "1 control" : `${all.length} controls`),
    element("ul", { class: "controls" }, ...all.map((control) => element("li", {}, ...explain(control)))),
  );
}

function controlsIn(section: ControlSection): Exclude<SettingControl, { control: "divider" | "condition" }>[] {
  const controls = section.controls ?? section.tabs?.flatMap((tab) => tab.controls) ?? [];
  return controls.flatMap(settingsIn);
}

/** Those that set a parameter; a condition's are among them. */
function settingsIn(control: SettingControl): Exclude<SettingControl, { control: "divider" | "condition" }>[] {
  if (control.control === "divider") return [];
  return control.control === "condition" ? control.controls.flatMap(settingsIn) : [control];
}

function explain(control: ReturnType<typeof settingsIn>[number]): (HTMLElement | string)[] {
  const { label, parameter_name: parameter } = control;
  const kind = control.control.replaceAll("_", " ");
  return [`${label}: `, element("code", {}, parameter), `, ${kind}${valuesOf(control)}`];
}

function valuesOf(control: SettingControl): string {
  if (control.control === "drop_down") return `: ${control.options.map(({ value }) => value).join(", ")}`;
  if (control.control === "aspect_ratio") {
    return `: ${control.options.map(({ width, height, value }) => value ?? `${width}:${height}`).join(", ")}`;
  }
  if (control.control === "slider") return `: ${control.min_value} to ${control.max_value} by ${control.step}`;
  return "";
}
