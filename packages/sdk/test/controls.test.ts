import fc from "fast-check";
import { expect, test } from "vitest";
import {
  aspectRatioValue,
  type ControlValues,
  defaultValue,
  defaultValues,
  explainValue,
  nearestStep,
  optionValues,
  parametersFor,
  parseControls,
  type SettingControl,
  type ValueControl,
  visibleControls,
  visibleSections,
} from "../src/controls/index.js";
import {
  budget,
  documentOf,
  documents,
  exampleDocument,
  field,
  issuesOf,
  namesOf,
  sliders,
  toggle,
  values,
} from "./control-documents.js";

const [wide, square] = [
  { width: 16, height: 9 },
  { width: 1024, height: 1024, value: "1:1" },
];

test("gives every parameter the default of its control", () => {
  expect(defaultValues(parseControls(exampleDocument()))).toEqual({
    title: "Untitled",
    negative_prompt: "",
    style: "photo",
    wetness: 0.5,
    aspect_ratio: "16:9",
    thinking: false,
    thinking_budget: 4000,
  });
});

test.each<[string, ValueControl, unknown]>([
  ["an empty text", field, ""],
  ["off", toggle, false],
  ["the lowest number", { ...budget, default_value: null }, 0],
  [
    "the first option",
    { control: "aspect_ratio", label: "", parameter_name: "shape", options: [{ width: 4, height: 3 }] },
    "4:3",
  ],
])("infers %s where a control has no default", (_what, control, expected) => {
  expect(defaultValue(control)).toBe(expected);
});

test("sends the parameters of the visible controls and no others", () => {
  const document = parseControls(exampleDocument());

  expect(parametersFor(document, { style: "watercolour", wetness: 0.7, thinking_budget: 99 })).toEqual({
    title: "Untitled",
    negative_prompt: "",
    style: "watercolour",
    wetness: 0.7,
    aspect_ratio: "16:9",
    thinking: false,
  });
});

test("has parameters to send for the defaults of every document", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const parameters = parametersFor(document);

      expect(new Set(Object.keys(parameters))).toEqual(new Set(namesOf(visibleControls(document))));
      expect({ ...defaultValues(document), ...parameters }).toEqual(defaultValues(document));
    }),
  );
});

test("sends the same parameters for the values that it sent", () => {
  fc.assert(
    fc.property(documents, values, (document, chosen) => {
      const known = Object.fromEntries(
        Object.entries(chosen).filter(([name]) => Object.hasOwn(defaultValues(document), name)),
      );
      const parameters = parametersFor(document, known as ControlValues);

      expect(parametersFor(document, { ...known, ...parameters } as ControlValues)).toEqual(parameters);
    }),
  );
});

test.each<[string, ControlValues, string]>([
  ["a parameter that no control stores", { titel: "x" }, "/titel is the value of no control"],
  ["a number for a switch", { thinking: 1 }, "/thinking is neither true nor false"],
  ["a text for a slider", { budget: "0.5" }, "/budget is not a number"],
  ["a number below a slider", { budget: -0.1 }, "/budget is below 0"],
  ["a number above a slider", { budget: 1.1 }, "/budget is above 1"],
  ["a number between two steps", { budget: 0.15 }, "/budget is not on a step of 0.1 from 0"],
  ["no number at all", { budget: Number.NaN }, "/budget is not a number"],
  ["a switch for a text", { title: true }, "/title is not a text"],
  ["an option that there is not", { shape: "3:2" }, "/shape is none of 16:9, 1:1"],
])("refuses %s", (_what, chosen, issue) => {
  const options = [wide, square];
  const shape: SettingControl = { control: "aspect_ratio", label: "", parameter_name: "shape", options };

  const document = documentOf(toggle, budget, field, shape);

  expect(issuesOf(() => parametersFor(document, chosen))).toEqual([issue]);
});

test.each(["text_area", "text_field"] as const)("takes several lines in a %s", (control) => {
  const lines: SettingControl = { control, label: "", parameter_name: "notes" };

  expect(parametersFor(documentOf(lines), { notes: "One\nTwo" })).toEqual({ notes: "One\nTwo" });
});

test("takes every number between the bounds of a slider without a step", () => {
  const stepless = { ...budget, step: 0 };

  expect([0.123, 1.1, -0.1].map((value) => explainValue(stepless, value))).toEqual([
    undefined,
    "is above 1",
    "is below 0",
  ]);
  expect(parametersFor(documentOf(stepless), { budget: 0.123 })).toEqual({ budget: 0.123 });
  expect([7, -7].map((value) => nearestStep(stepless, value))).toEqual([1, 0]);
});

test("takes the one value of a slider whose bounds are equal, and a default that is not on a step", () => {
  const fixed = { ...budget, max_value: 0, default_value: null };

  expect(parametersFor(documentOf(fixed), { budget: 0 })).toEqual({ budget: 0 });
  expect(explainValue(fixed, 0.1)).toBe("is above 0");
  expect(explainValue(budget, 0.25)).toBeUndefined();
  expect(parametersFor(documentOf(budget))).toEqual({ budget: 0.25 });
});

test("does not put a parameter on the prototype of what it sends", () => {
  const parameters = parametersFor(documentOf({ ...toggle, parameter_name: "__proto__" }));

  expect(Object.entries(parameters)).toEqual([["__proto__", false]]);
  expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
});

test("takes every step of a slider, and sums of steps, as the number that people write", () => {
  fc.assert(
    fc.property(sliders, fc.nat({ max: 200 }), ({ slider, count, at }, choice) => {
      const steps = choice % (count + 1);
      let sum = slider.min_value;
      for (let step = 0; step < steps; step++) sum += slider.step;
      const control = { ...budget, default_value: null, ...slider };

      expect(nearestStep(slider, sum)).toBe(at(steps));
      expect(explainValue(control, at(steps))).toBeUndefined();
      expect(parametersFor(documentOf(control), { budget: sum })).toEqual({ budget: at(steps) });
    }),
  );
});

test("finds the nearest value of a slider for any number", () => {
  fc.assert(
    fc.property(
      sliders,
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
      ({ slider, count, at }, number) => {
        const nearest = nearestStep(slider, number);
        const distances = Array.from({ length: count + 1 }, (_, steps) => Math.abs(at(steps) - number));

        expect(nearest).toBeGreaterThanOrEqual(slider.min_value);
        expect(nearest).toBeLessThanOrEqual(slider.max_value);
        expect(Math.abs(nearest - number)).toBeLessThanOrEqual(Math.min(...distances) + slider.step * 1e-6);
        expect(nearestStep(slider, nearest)).toBe(nearest);
      },
    ),
  );
});

test("stays within a bound that is a hair below a step", () => {
  expect(nearestStep({ min_value: 0, max_value: 1.9999999999, step: 1 }, 5)).toBe(1);
});

test("stores the value of a shape, or its width and height", () => {
  expect([wide, square].map(aspectRatioValue)).toEqual(["16:9", "1:1"]);
});

test("lists the values of a drop-down, and none where there is no list", () => {
  const style: ValueControl = {
    control: "drop_down",
    label: "",
    parameter_name: "style",
    options: [{ value: "photo", name: "Photograph" }],
  };

  expect(optionValues(style)).toEqual(["photo"]);
  expect(optionValues(toggle)).toBeUndefined();
});

function when(parameter_name: string, right: object, ...controls: SettingControl[]): SettingControl {
  const condition = { comparator: "equals", left: { parameter_name }, right };
  return { control: "condition", condition, controls } as SettingControl;
}

test("shows the controls of a condition that holds, in the place of the condition", () => {
  const document = exampleDocument();

  const [plain, painted] = [{}, { style: "watercolour", thinking: true }].map((values) =>
    visibleSections(document, values as ControlValues),
  );
  const namesIn = (sections = plain) =>
    sections?.map(({ tabs, controls }) => [namesOf(tabs.flatMap((tab) => tab.controls)), namesOf(controls)]);

  expect(namesIn(plain)).toEqual([
    [["title", "negative_prompt", "style", "aspect_ratio"], []],
    [[], ["thinking"]],
  ]);
  expect(namesIn(painted)).toEqual([
    [["title", "negative_prompt", "style", "wetness", "aspect_ratio"], []],
    [[], ["thinking", "thinking_budget"]],
  ]);
  expect(painted?.map(({ name, isCollapsed }) => [name, isCollapsed])).toEqual([
    ["Picture", false],
    ["Thinking", true],
  ]);
});

test("shows a control inside several conditions only where all of them hold", () => {
  const document = documentOf(
    toggle,
    field,
    when("thinking", { literal: true }, when("title", { literal: "x" }, budget)),
  );

  expect(namesOf(visibleControls(document, { thinking: true, title: "x" }))).toContain("budget");
  expect(namesOf(visibleControls(document, { thinking: false, title: "x" }))).not.toContain("budget");
  expect(namesOf(visibleControls(document, { thinking: true, title: "y" }))).not.toContain("budget");
});

test("shows exactly the controls that are inside no condition that fails", () => {
  const isShown = (control: SettingControl, given: Map<string, unknown>): SettingControl[] => {
    if (control.control !== "condition") return [control];
    const [left, right] = [control.condition.left, control.condition.right].map((side) =>
      "literal" in side ? side.literal : given.get(side.parameter_name),
    );
    return left !== undefined && left === right ? control.controls.flatMap((inner) => isShown(inner, given)) : [];
  };
  fc.assert(
    fc.property(documents, values, (document, chosen) => {
      const given = new Map<string, unknown>([
        ...Object.entries(defaultValues(document)),
        ...Object.entries(chosen as ControlValues),
      ]);
      const controls = document.sections.flatMap(
        ({ controls, tabs }) => controls ?? tabs?.flatMap((tab) => tab.controls) ?? [],
      );

      expect(visibleControls(document, chosen)).toEqual(controls.flatMap((control) => isShown(control, given)));
    }),
  );
});

test("does not take a text for a number, or a parameter without a value for anything", () => {
  const document = documentOf(when("count", { literal: 4 }, field), when("toString", { literal: "" }, toggle));

  expect(visibleControls(document, { count: "4" })).toEqual([]);
  expect(visibleControls(document, { count: 4 })).toEqual([field]);
});

test("does not take a parameter for a member that every object has", () => {
  expect(visibleControls(documentOf(when("toString", { parameter_name: "toString" }, field)))).toEqual([]);
});

test("compares two parameters", () => {
  const subtitle = { ...field, parameter_name: "subtitle" };
  const document = documentOf(field, subtitle, when("title", { parameter_name: "subtitle" }, budget));

  expect(namesOf(visibleControls(document, { title: "x", subtitle: "x" }))).toContain("budget");
  expect(namesOf(visibleControls(document, { title: "x" }))).not.toContain("budget");
});
