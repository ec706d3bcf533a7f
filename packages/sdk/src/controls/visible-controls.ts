import type * as Contract from "../generated/openapi.js";
import type {
  ControlSection,
  ControlValue,
  ControlValues,
  ParameterControls,
  SettingControl,
  ValueControl,
  VisibleControl,
} from "./control-types.js";
import { defaultValue } from "./control-value.js";
import { requireMember } from "./controls-error.js";

/** A section as it is shown. `tabs` is empty in a section without tabs, `controls` in one that has them. */
export interface VisibleSection {
  name?: string;
  /** True if it starts closed. */
  isCollapsed: boolean;
  /** The controls it shows, in order. */
  controls: VisibleControl[];
  /** Its tabs, in order. */
  tabs: { name?: string; controls: VisibleControl[] }[];
}

/** Returns the values of all untouched parameters. */
export function defaultValues(document: ParameterControls): ControlValues {
  requireMember("document", document?.sections?.flatMap);
  const { sections } = document;
  const controls = sections.flatMap(listControls).flatMap(withInner).filter(isValueControl);
  // The first control of a name; the others have the same default.
  return Object.fromEntries(controls.map((control) => [control.parameter_name, defaultValue(control)]));
}

/**
 * The sections to show while the parameters have these values (R2.17); a parameter without a value has its default. A hidden control keeps its value, so a condition elsewhere still sees it. Conditions inside
 * conditions are evaluated too: a control is shown if all conditions around it hold.
 */
export function visibleSections(document: ParameterControls, values: ControlValues = {}): VisibleSection[] {
  const present = { ...defaultValues(document), ...values };
  return document.sections.map(({ name, collapsed_by_default, controls, tabs }) => ({
    ...named(name),
    isCollapsed: collapsed_by_default ?? false,
    controls: visible(controls ?? [], present),
    tabs: (tabs ?? []).map((tab) => ({ ...named(tab.name), controls: visible(tab.controls, present) })),
  }));
}

/** All controls to show, in the order of the document; see {@link visibleSections}. */
export function visibleControls(document: ParameterControls, values: ControlValues = {}): VisibleControl[] {
  const present = { ...defaultValues(document), ...values };
  return visible(document.sections.flatMap(listControls), present);
}

/** True if a control stores a value. */
export function isValueControl(control: SettingControl): control is ValueControl {
  requireMember("control", control);
  return control.control !== "divider" && control.control !== "condition";
}

// Both sides must have one type: 4 does not equal "4".
function holds({ left, right }: Contract.ControlCondition, values: ControlValues): boolean {
  const value = sideValue(left, values);
  // A parameter that no control stores and nobody gave equals nothing.
  return value !== undefined && value === sideValue(right, values);
}

function sideValue(side: Contract.ControlCondition["left"], values: ControlValues): ControlValue | undefined {
  if ("literal" in side) return side.literal;
  // A parameter may be called like a member of every object.
  return Object.hasOwn(values, side.parameter_name) ? values[side.parameter_name] : undefined;
}

function listControls({ controls, tabs }: ControlSection): SettingControl[] {
  return controls ?? tabs?.flatMap((tab) => tab.controls) ?? [];
}

function withInner(control: SettingControl): SettingControl[] {
  return control.control === "condition" ? control.controls.flatMap(withInner) : [control];
}

function visible(controls: readonly SettingControl[], values: ControlValues): VisibleControl[] {
  return controls.flatMap((control) => {
    if (control.control !== "condition") return [control];
    return holds(control.condition, values) ? visible(control.controls, values) : [];
  });
}

function named(name: string | null | undefined): { name?: string } {
  return name === undefined || name === null ? {} : { name };
}
