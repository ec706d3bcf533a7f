import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ControlValues,
  defaultValues,
  type SettingControl,
  visibleControls,
  visibleSections,
} from "../src/controls/index.js";
import { budget, documentOf, documents, exampleDocument, field, namesOf, toggle, values } from "./control-documents.js";

function when(
  parameter_name: string,
  literal: string | number | boolean,
  ...controls: SettingControl[]
): SettingControl {
  return {
    control: "condition",
    condition: { comparator: "equals", left: { parameter_name }, right: { literal } },
    controls,
  };
}

test("shows the controls of a condition that holds, in the place of the condition", () => {
  const document = exampleDocument();

  const plain = visibleSections(document);
  const painted = visibleSections(document, { style: "watercolour", thinking: true });

  expect(plain.map(({ tabs, controls }) => [namesOf(tabs.flatMap((tab) => tab.controls)), namesOf(controls)])).toEqual([
    [["title", "negative_prompt", "style", "aspect_ratio"], []],
    [[], ["thinking"]],
  ]);
  expect(
    painted.map(({ tabs, controls }) => [namesOf(tabs.flatMap((tab) => tab.controls)), namesOf(controls)]),
  ).toEqual([
    [["title", "negative_prompt", "style", "wetness", "aspect_ratio"], []],
    [[], ["thinking", "thinking_budget"]],
  ]);
  expect(painted.map(({ name, isCollapsed }) => [name, isCollapsed])).toEqual([
    ["Picture", false],
    ["Thinking", true],
  ]);
});

test("shows a control inside several conditions only where all of them hold", () => {
  const document = documentOf(toggle, field, when("thinking", true, when("title", "x", budget)));

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
  const document = documentOf(when("count", 4, field), when("toString", "", toggle));

  expect(visibleControls(document, { count: "4" })).toEqual([]);
  expect(visibleControls(document, { count: 4 })).toEqual([field]);
});

test("does not take a parameter for a member that every object has", () => {
  const side = { parameter_name: "toString" };
  const condition: SettingControl = {
    control: "condition",
    condition: { comparator: "equals", left: side, right: side },
    controls: [field],
  };

  expect(visibleControls(documentOf(condition))).toEqual([]);
});

test("compares two parameters", () => {
  const document = documentOf(
    field,
    { ...field, parameter_name: "subtitle" },
    {
      control: "condition",
      condition: { comparator: "equals", left: { parameter_name: "title" }, right: { parameter_name: "subtitle" } },
      controls: [budget],
    },
  );

  expect(namesOf(visibleControls(document, { title: "x", subtitle: "x" }))).toContain("budget");
  expect(namesOf(visibleControls(document, { title: "x" }))).not.toContain("budget");
});
