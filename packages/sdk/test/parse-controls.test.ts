import fc from "fast-check";
import { expect, test } from "vitest";
import { parseControls } from "../src/controls/index.js";
import { ModelAccessError } from "../src/index.js";
import { documentOf, documents, exampleDocument, issuesOf } from "./control-documents.js";
import { thrownBy } from "./stub-service.js";

const slider = {
  control: "slider" as const,
  label: "Width",
  parameter_name: "width",
  min_value: 256,
  max_value: 1024,
  step: 64,
};

const list = { label: "", parameter_name: "style" };

const refused = (json: unknown) => issuesOf(() => parseControls(json));

/** Returns the warnings about a document that is taken, as `pointer message`. */
function warningsOf(json: unknown): string[] {
  const warnings: string[] = [];
  parseControls(json, { onWarning: ({ pointer, message }) => warnings.push(`${pointer} ${message}`) });
  return warnings;
}

/** Every object in a document with the pointer to it. */
function objectsIn(value: unknown, pointer = ""): { object: Record<string, unknown>; pointer: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => objectsIn(part, `${pointer}/${key}`));
  return Array.isArray(value) ? inner : [{ object: value as Record<string, unknown>, pointer }, ...inner];
}

test("reads the contract's example, as a value or as text", () => {
  const document = exampleDocument();

  expect(parseControls(document)).toEqual(exampleDocument());
  expect(parseControls(JSON.stringify(document))).toEqual(exampleDocument());
});

test("reads every document that the contract takes", () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(parseControls(JSON.stringify(document))).toEqual(document);
    }),
  );
});

test("reads a list of controls and a single control as a document", () => {
  expect(parseControls([slider, slider])).toEqual(documentOf(slider, slider));
  expect(parseControls(JSON.stringify(slider))).toEqual(documentOf(slider));
  expect(parseControls([])).toEqual(documentOf());
  expect(refused([slider, { ...slider, label: 7 }])).toEqual(["/1/label is not a text"]);
  expect(refused({ ...slider, step: -1 })).toEqual(["/step is below 0"]);
});

test("says where an unknown member is, and passes it over", () => {
  fc.assert(
    fc.property(documents, fc.nat(), (document, choice) => {
      const objects = objectsIn(document);
      const { object, pointer } = objects[choice % objects.length] ?? { object: {}, pointer: "" };
      object["x/y~z"] = 1;

      expect(warningsOf(document)).toContain(`${pointer}/x~1y~0z is not known`);
    }),
  );
});

test("says where a required member is missing", () => {
  const required = ["control", "label", "parameter_name", "options", "min_value", "step", "condition", "left"];
  fc.assert(
    fc.property(documents, fc.nat(), (document, choice) => {
      const places = objectsIn(document).flatMap((place) =>
        required
          .filter((name) => name in place.object && Object.hasOwn(place.object, name))
          .map((name) => ({ ...place, name })),
      );
      const place = places[choice % places.length];
      fc.pre(place !== undefined);
      delete place?.object[place.name];

      expect(refused(document).join("\n")).toContain(`${place?.pointer}/${place?.name} `);
    }),
  );
});

test("never throws anything but a ControlsError, whatever it is given", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
      if (JSON.stringify(value) !== "[]") expect(refused(value).length).toBeGreaterThan(0);
    }),
  );
});

const sectionOf = (section: object) => ({ api_version: "2", sections: [section] });
const condition = { comparator: "equals" as const, left: { literal: 1 }, right: { literal: 1 } };

const kinds = "divider, text_field, text_area, drop_down, toggle_switch, slider, condition, aspect_ratio";
const controlOf = (control: object) => sectionOf({ controls: [control] });
const inControl = "/sections/0/controls/0";

test.each<[issue: string, document: unknown]>([
  [" is not JSON", "{"],
  [" is not an object", 7],
  ['/api_version is not "2", the only version', { ...exampleDocument(), api_version: "3" }],
  ["/sections is empty", { api_version: "2", sections: [] }],
  ["/sections/0 needs either controls or tabs, and not both", sectionOf({ controls: [], tabs: [] })],
  ["/sections/0 needs either controls or tabs, and not both", sectionOf({})],
  ["/sections/0/tabs/0/controls is empty", sectionOf({ tabs: [{ controls: [] }] })],
  [`${inControl}/control is none of ${kinds}`, controlOf({ ...slider, control: "number_field" })],
  [`${inControl}/step is below 0`, controlOf({ ...slider, step: -1 })],
  [`${inControl}/max_value is below min_value`, controlOf({ ...slider, min_value: 2048 })],
  // A comparator of another library, and conditions that it combines.
  [
    `${inControl}/condition/comparator is not "equals", the only comparator`,
    controlOf({ control: "condition", condition: { ...condition, comparator: "eq" }, controls: [] }),
  ],
  [
    `${inControl}/condition/comparator is missing`,
    controlOf({ control: "condition", condition: { and: [] }, controls: [] }),
  ],
])("refuses a document: %s", (issue, document) => {
  expect(refused(document)).toContain(issue);
});

const photo = [{ value: "photo", name: "" }];
const bothSides = { ...condition, left: { parameter_name: "a", literal: 1 } };

test.each<[warning: string, controls: object[]]>([
  [
    "0/parameter_name is not a name of letters, digits and underscores",
    [{ ...slider, parameter_name: "aspect-ratio" }],
  ],
  ["0/default_value is not between min_value and max_value", [{ ...slider, default_value: 0 }]],
  ["0/default_value is none of the options", [{ ...list, control: "drop_down", options: photo, default_value: "ink" }]],
  ["0/options is empty", [{ ...list, control: "aspect_ratio", options: [] }]],
  ["0/step is 0", [{ ...slider, step: 0 }]],
  ["0/max_value is equal to min_value", [{ ...slider, min_value: 1024, max_value: 1024, default_value: 1024 }]],
  ["1/parameter_name is shared with a control that has another default", [slider, { ...slider, default_value: 512 }]],
  ["0/condition/left/parameter_name is not known", [{ control: "condition", condition: bothSides, controls: [] }]],
])("warns of a control: %s", (warning, controls) => {
  expect(warningsOf(sectionOf({ controls }))).toEqual([`/sections/0/controls/${warning}`]);
});

test("takes null for what may be absent and for nothing else", () => {
  const optional = documentOf({ ...slider, description: null, default_value: null });
  const required = documentOf({ ...slider, label: null } as never);

  expect(refused(optional)).toEqual([]);
  expect(refused(required)).toEqual(["/sections/0/controls/0/label is not a text"]);
});

test("refuses conditions nested too deeply to follow without exhausting the stack", () => {
  const open =
    '{"control":"condition","condition":{"comparator":"equals","left":{"literal":1},"right":{"literal":1}},"controls":[';
  const text = `{"api_version":"2","sections":[{"controls":[${open.repeat(5000)}${"]}".repeat(5000)}]}]}`;

  const [issue] = refused(text);

  expect(issue).toContain(" is inside more than 64 conditions");
});

test("takes any number of conditions beside each other", () => {
  const control = { control: "condition" as const, condition, controls: [] };

  expect(refused(documentOf(...Array.from({ length: 100 }, () => control)))).toEqual([]);
});

test("names the first fault in its message and counts the others", () => {
  const document = sectionOf({ controls: [{ ...slider, step: -1, label: 7 }, { control: "x" }] });

  const error = thrownBy(() => parseControls(document));

  expect(error).toBeInstanceOf(ModelAccessError);
  expect(error).toMatchObject({
    name: "ControlsError",
    message:
      "The control document cannot be used: /sections/0/controls/0/label is not a text, and 1 more in error.issues",
  });
});
