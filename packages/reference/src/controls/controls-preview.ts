import { type Html, html } from "../html.ts";
import { reachableFrom } from "../schemas/schema-users.ts";
import type { Site } from "../site.ts";

interface Control {
  control: string;
  label?: string;
  description?: string | null;
  parameter_name?: string;
  placeholder?: string | null;
  default_value?: string | number | boolean | null;
  min_value?: number;
  max_value?: number;
  step?: number;
  options?: { value?: string | null; name?: string; width?: number; height?: number }[];
  condition?: Condition;
  controls?: Control[];
}

type Side = { parameter_name: string } | { literal: unknown };
interface Condition {
  left: Side;
  right: Side;
}

interface Section {
  name?: string | null;
  controls?: Control[] | null;
  tabs?: { name?: string; controls: Control[] }[] | null;
  collapsed_by_default?: boolean | null;
}

/** True if a schema describes setting controls with a preview. */
export function isControl({ document }: Site, name: string): boolean {
  if (name === "ParameterControls") return true;
  if (!reachableFrom(document, document.components.schemas.ParameterControls).has(`#/components/schemas/${name}`))
    return false;
  const { properties = {}, oneOf, anyOf } = document.components.schemas[name] ?? {};
  return (
    ["control", "controls"].some((member) => member in properties) ||
    /Section$/.test(name) ||
    (oneOf ?? anyOf ?? []).length > 3
  );
}

/** Renders setting controls as users see them. The page's script applies conditions and shows the parameters. */
export function controlsPreview(example: unknown): Html {
  const { sections } = example as { sections?: Section[] }; // the contract's tests validate its examples
  const shown = sections?.map(section) ?? [piece(example as Section & Control)];
  return html`<form class="controls" data-controls>${shown}<p class="parameters"><span>Sent as <code>parameters</code>:</span> <output>{}</output></p></form>`;
}

function piece(example: Section & Control): Html {
  if (example.control !== undefined) return control(example);
  return section(example);
}

function section({ name, controls, tabs, collapsed_by_default: isCollapsed }: Section): Html {
  return html`<details class="section"${isCollapsed ? html`` : html` open`}><summary>${name ?? "Settings"}</summary>${controls?.map(control)}${tabs?.map(
    (tab) => html`<fieldset class="tab"><legend>${tab.name ?? "Tab"}</legend>${tab.controls.map(control)}</fieldset>`,
  )}</details>`;
}

function control(one: Control): Html {
  if (one.control === "divider") return html`<hr>`;
  if (one.control === "condition") return conditional(one);
  const hint = html`${typeof one.description === "string" && html`<small>${one.description}</small>`}`;
  if (one.control === "toggle_switch")
    return html`<label class="control switch">${input(one)}<span>${one.label}</span>${hint}</label>`;
  return html`<label class="control"><span>${one.label}</span>${input(one)}${hint}</label>`;
}

function input(one: Control): Html {
  const { parameter_name: name = "", default_value: value, placeholder } = one;
  const text = value ?? "";
  switch (one.control) {
    case "text_area":
      return html`<textarea name="${name}" rows="2" placeholder="${placeholder ?? ""}">${String(text)}</textarea>`;
    case "drop_down":
    case "aspect_ratio":
      return html`<select name="${name}">${one.options?.map((option) => {
        const ratio = `${option.width}:${option.height}`;
        const its = option.value ?? ratio;
        return html`<option value="${its}"${its === value ? html` selected` : html``}>${option.name ?? its}</option>`;
      })}</select>`;
    case "toggle_switch":
      return html`<input type="checkbox" role="switch" name="${name}"${value === true ? html` checked` : html``}>`;
    case "slider":
      return html`<span class="slider"><input type="range" name="${name}" min="${one.min_value}" max="${one.max_value}" step="${one.step}" value="${String(value ?? one.min_value)}"><output>${String(value ?? one.min_value)}</output></span>`;
    default:
      return html`<input type="text" name="${name}" value="${String(text)}" placeholder="${placeholder ?? ""}">`;
  }
}

function conditional({ condition, controls = [] }: Control): Html {
  if (condition === undefined) return html``;
  return html`<div class="condition" data-condition="${JSON.stringify(condition)}"><p class="muted">Shown when ${side(condition.left)} is ${side(condition.right)}</p>${controls.map(control)}</div>`;
}

const side = (one: Side): Html =>
  "parameter_name" in one
    ? html`<code>${one.parameter_name}</code>`
    : html`<code>${JSON.stringify(one.literal)}</code>`;
