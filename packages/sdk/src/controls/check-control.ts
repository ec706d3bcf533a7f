import {
  type Check,
  type CheckState,
  checkAll,
  checkList,
  checkObject,
  checkThat,
  checkUsual,
  isObject,
} from "./check.js";
import type { ValueControl } from "./control-types.js";
import { defaultValue, optionValues } from "./control-value.js";
import { pointerTo } from "./controls-error.js";

// Deeper than anybody can follow. A document comes from outside and must not exhaust the stack.
const maxDepth = 64;

const text = checkThat((value) => typeof value === "string", "is not a text");
const boolean = checkThat((value) => typeof value === "boolean", "is neither true nor false");
const number = checkThat(Number.isFinite, "is not a number");
const name = checkAll(
  text,
  checkUsual((value) => /^[A-Za-z0-9_]+$/.test(String(value)), "is not a name of letters, digits and underscores"),
);
const literal = checkThat(
  (value) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value),
  "is not a text, a number or a boolean",
);

const literalSide = checkObject({ literal });
const parameterSide = checkObject({ parameter_name: name });
const side: Check = (value, pointer, state) => {
  const check = isObject(value) && Object.hasOwn(value, "literal") ? literalSide : parameterSide;
  check(value, pointer, state);
};
const condition = checkObject({
  comparator: checkThat((value) => value === "equals", `is not "equals", the only comparator`),
  left: side,
  right: side,
});

const inner: Check = (value, pointer, state) => {
  state.depth++;
  if (state.depth > maxDepth) state.issues.push({ pointer, message: `is inside more than ${maxDepth} conditions` });
  else controlList(value, pointer, state);
  state.depth--;
};

function valueFields(required: Record<string, Check>, optional: Record<string, Check>): Check {
  return checkObject(
    { control: text, label: text, parameter_name: name, ...required },
    { description: text, ...optional },
  );
}

const textFields = valueFields({}, { default_value: text, placeholder: text });
const option = checkObject({ value: text, name: text });
const shape = checkObject({ width: number, height: number }, { value: text });
const sliderFields = { min_value: number, max_value: number, step: number };

const fieldsByType = new Map<unknown, Check>([
  ["divider", checkObject({ control: text })],
  ["text_field", textFields],
  ["text_area", textFields],
  ["drop_down", valueFields({ options: checkList(option, { isEmptyAllowed: true }) }, { default_value: text })],
  ["toggle_switch", valueFields({}, { default_value: boolean })],
  ["slider", valueFields(sliderFields, { default_value: number })],
  ["condition", checkObject({ control: text, condition, controls: inner })],
  ["aspect_ratio", valueFields({ options: checkList(shape, { isEmptyAllowed: true }) }, { default_value: text })],
]);

const checkControl: Check = (value, pointer, state) => {
  const fields = isObject(value) ? fieldsByType.get(value.control) : undefined;
  if (!isObject(value)) {
    state.issues.push({ pointer, message: "is not an object" });
  } else if (fields === undefined) {
    const message = `is none of ${[...fieldsByType.keys()].join(", ")}`;
    state.issues.push({ pointer: pointerTo(pointer, "control"), message });
  } else {
    const found = state.issues.length;
    fields(value, pointer, state);
    // With all its fields right it is what its type says.
    if (state.issues.length === found && "parameter_name" in value)
      checkUse(value as unknown as ValueControl, pointer, state);
  }
};

const controlList = checkList(checkControl, { isEmptyAllowed: true });

const checkTab = checkObject({ controls: checkList(checkControl, { isEmptyAllowed: false }) }, { name: text });
const sectionFields = checkObject(
  {},
  {
    name: text,
    controls: controlList,
    tabs: checkList(checkTab, { isEmptyAllowed: true }),
    collapsed_by_default: boolean,
  },
);
const checkSection: Check = (value, pointer, state) => {
  sectionFields(value, pointer, state);
  if (isObject(value) && Array.isArray(value.controls) === Array.isArray(value.tabs)) {
    state.issues.push({ pointer, message: "needs either controls or tabs, and not both" });
  }
};

const documentFields = checkObject({
  api_version: checkThat((value) => value === "2", `is not "2", the only version`),
  sections: checkList(checkSection, { isEmptyAllowed: false }),
});

/** Looks at a whole document, a list of controls or one control. */
export const checkControls: Check = (value, pointer, state) => {
  if (Array.isArray(value)) controlList(value, pointer, state);
  else if (isObject(value) && "control" in value) checkControl(value, pointer, state);
  else documentFields(value, pointer, state);
};

/** Checks that the control can be used, which the shape can't say. */
function checkUse(control: ValueControl, pointer: string, { issues, warnings, defaults }: CheckState): void {
  const initial = defaultValue(control);
  const report = (member: string, message: string) => issues.push({ pointer: pointerTo(pointer, member), message });
  const warn = (member: string, message: string) => warnings.push({ pointer: pointerTo(pointer, member), message });

  if (control.control === "slider") {
    const { min_value, max_value, step } = control;
    if (min_value > max_value) report("max_value", "is below min_value");
    else if (min_value === max_value) warn("max_value", "is equal to min_value");
    if (step < 0) report("step", "is below 0");
    else if (step === 0) warn("step", "is 0");
    if (Number(initial) < min_value || Number(initial) > max_value)
      warn("default_value", "is not between min_value and max_value");
  } else if (optionValues(control)?.length === 0) {
    warn("options", "is empty");
  } else if (optionValues(control)?.includes(String(initial)) === false) {
    warn("default_value", "is none of the options");
  }

  const known = defaults.get(control.parameter_name);
  if (known === undefined) defaults.set(control.parameter_name, initial);
  else if (known !== initial) warn("parameter_name", "is shared with a control that has another default");
}
