import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { ControlsError, isValueControl, type ParameterControls, type SettingControl } from "../src/controls/index.js";

const bundle = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@model-access/contract/bundles/openapi.json")), "utf8"),
);

/** The contract's own example of a control document; a fresh copy each time. */
export function exampleDocument(): ParameterControls {
  return structuredClone(bundle.components.schemas.ParameterControls.examples[0]);
}

/** A document of these controls in one section. */
export function documentOf(...controls: SettingControl[]): ParameterControls {
  return { api_version: "2", sections: [{ controls }] };
}

/** Returns what the functions of /controls complain of, as `pointer message`. */
export function issuesOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ControlsError) return error.issues.map(({ pointer, message }) => `${pointer} ${message}`);
    throw error;
  }
  return [];
}

/** Controls of three kinds, without a condition. */
export const toggle = { control: "toggle_switch" as const, label: "", parameter_name: "thinking" };
export const budget = {
  control: "slider" as const,
  label: "",
  parameter_name: "budget",
  min_value: 0,
  max_value: 1,
  step: 0.1,
  default_value: 0.25,
};
export const field = { control: "text_field" as const, label: "", parameter_name: "title" };

/** The parameters that controls store. */
export function namesOf(controls: SettingControl[]): string[] {
  return controls.filter(isValueControl).map((control) => control.parameter_name);
}

/** A slider with a round step, in decimals that binary numbers cannot hold. */
export const sliders = fc
  .record({
    min: fc.integer({ min: -1000, max: 1000 }),
    step: fc.integer({ min: 1, max: 50 }),
    count: fc.integer({ min: 1, max: 200 }),
    rest: fc.nat({ max: 49 }),
    digits: fc.nat({ max: 9 }),
  })
  .map(({ min, step, count, rest, digits }) => {
    const decimal = (units: number) => Number(`${units}e-${digits}`);
    const max = min + count * step + (rest % step);
    return {
      slider: { min_value: decimal(min), max_value: decimal(max), step: decimal(step) },
      count,
      /** The value after so many steps, as people write it. */
      at: (steps: number) => decimal(min + steps * step),
    };
  });

// `__proto__` and `constructor` are names like any other.
const names = ["a", "b", "flag", "__proto__", "constructor"];
const name = fc.constantFrom(...names);
const label = fc.string();
const option = fc.constantFrom("x", "y", "z");

// A parameter has the same default wherever it is stored, so its type follows its name.
const leaf: fc.Arbitrary<SettingControl> = fc.oneof(
  fc.record({ control: fc.constant("divider" as const) }),
  fc.record({
    control: fc.constantFrom("text_field" as const, "text_area" as const),
    label,
    parameter_name: fc.constant("a"),
    default_value: fc.constantFrom(null, ""),
  }),
  fc.record({
    control: fc.constant("drop_down" as const),
    label,
    parameter_name: fc.constantFrom("b", "__proto__"),
    options: fc.constant(["x", "y", "z"].map((value) => ({ value, name: value }))),
  }),
  fc.record({
    control: fc.constant("toggle_switch" as const),
    label,
    parameter_name: fc.constantFrom("flag", "constructor"),
  }),
  sliders.map(({ slider }) => ({
    control: "slider" as const,
    label: "",
    parameter_name: `from_${slider.min_value}`.replaceAll(/\W/g, "_"),
    ...slider,
  })),
);

const literal = fc.oneof(option, fc.boolean(), fc.constantFrom(1, 4, ""));
const side = fc.oneof(
  name.map((parameter_name) => ({ parameter_name })),
  literal.map((value) => ({ literal: value })),
);

const { control } = fc.letrec<{ control: SettingControl }>((tie) => ({
  control: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({
      control: fc.constant("condition" as const),
      condition: fc.record({ comparator: fc.constant("equals" as const), left: side, right: side }),
      controls: fc.array(tie("control"), { maxLength: 4 }),
    }),
  ),
}));
const controls = fc.array(control, { maxLength: 5 });
const tab = fc.record({ name: fc.string(), controls: fc.array(control, { minLength: 1, maxLength: 3 }) });

/** Documents that the contract takes, with conditions inside conditions. */
export const documents: fc.Arbitrary<ParameterControls> = fc.record({
  api_version: fc.constant("2" as const),
  sections: fc.array(
    fc.oneof(
      fc.record({ name: fc.constantFrom(null, "One"), controls }),
      fc.record({ tabs: fc.array(tab, { maxLength: 3 }), collapsed_by_default: fc.boolean() }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Values that the controls of those documents can store. */
export const values = fc
  .record(
    { a: fc.constantFrom("", "x", "text"), b: option, proto: option, flag: fc.boolean(), constructor: fc.boolean() },
    { requiredKeys: [] },
  )
  .map(({ proto, ...others }) => ({ ...others, ...(proto ? Object.fromEntries([["__proto__", proto]]) : {}) }));
