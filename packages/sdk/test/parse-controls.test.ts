import fc from "fast-check";
import { expect, test } from "vitest";
import { ControlsError, type ParameterControls, parseControls } from "../src/controls/index.js";
import { ModelAccessError } from "../src/index.js";
import { documentOf, documents, exampleDocument } from "./control-documents.js";

const slider = {
  control: "slider" as const,
  label: "Width",
  parameter_name: "width",
  min_value: 256,
  max_value: 1024,
  step: 64,
};

/** Returns the errors of a document, as `pointer message`. */
function issuesOf(json: unknown): string[] {
  try {
    parseControls(json);
  } catch (error) {
    if (error instanceof ControlsError) return error.issues.map(({ pointer, message }) => `${pointer} ${message}`);
    throw error;
  }
  return [];
}

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
  expect(issuesOf([slider, { ...slider, label: 7 }])).toEqual(["/1/label is not a text"]);
  expect(issuesOf({ ...slider, step: -1 })).toEqual(["/step is below 0"]);
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

      expect(issuesOf(document).join("\n")).toContain(`${place?.pointer}/${place?.name} `);
    }),
  );
});

test("never throws anything but a ControlsError, whatever it is given", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
      if (JSON.stringify(value) !== "[]") expect(issuesOf(value).length).toBeGreaterThan(0);
    }),
  );
});

test.each<[string, unknown, string]>([
  ["text that is not JSON", "{", " is not JSON"],
  ["a number in place of a document", 7, " is not an object"],
  ["another version", { ...exampleDocument(), api_version: "3" }, '/api_version is not "2", the only version'],
  ["a document without sections", { api_version: "2", sections: [] }, "/sections is empty"],
  [
    "a section with both controls and tabs",
    { api_version: "2", sections: [{ controls: [], tabs: [] }] },
    "/sections/0 needs either controls or tabs, and not both",
  ],
  [
    "a section with neither",
    { api_version: "2", sections: [{}] },
    "/sections/0 needs either controls or tabs, and not both",
  ],
  [
    "a tab without controls",
    { api_version: "2", sections: [{ tabs: [{ controls: [] }] }] },
    "/sections/0/tabs/0/controls is empty",
  ],
  [
    "a type that there is not",
    documentOf({ ...slider, control: "number_field" } as never),
    "/sections/0/controls/0/control is none of divider, text_field, text_area, drop_down, toggle_switch, slider, condition, aspect_ratio",
  ],
  ["a step below 0", documentOf({ ...slider, step: -1 }), "/sections/0/controls/0/step is below 0"],
  [
    "bounds the wrong way round",
    documentOf({ ...slider, min_value: 2048 }),
    "/sections/0/controls/0/max_value is below min_value",
  ],
  [
    "a comparator of another library",
    documentOf({
      control: "condition",
      condition: { comparator: "eq", left: { parameter_name: "a" }, right: { literal: 1 } } as never,
      controls: [],
    }),
    '/sections/0/controls/0/condition/comparator is not "equals", the only comparator',
  ],
  [
    "a combined condition",
    documentOf({ control: "condition", condition: { and: [] } as never, controls: [] }),
    "/sections/0/controls/0/condition/comparator is missing",
  ],
])("refuses %s", (_what, json, issue) => {
  expect(issuesOf(json)).toContain(issue);
});

test.each<[string, unknown, string]>([
  [
    "a parameter name with a hyphen",
    documentOf({ ...slider, parameter_name: "aspect-ratio" }),
    "/sections/0/controls/0/parameter_name is not a name of letters, digits and underscores",
  ],
  [
    "a slider's default out of its bounds",
    documentOf({ ...slider, default_value: 0 }),
    "/sections/0/controls/0/default_value is not between min_value and max_value",
  ],
  [
    "a default that is no option",
    documentOf({
      control: "drop_down",
      label: "",
      parameter_name: "style",
      options: [{ value: "photo", name: "" }],
      default_value: "ink",
    }),
    "/sections/0/controls/0/default_value is none of the options",
  ],
  [
    "a list without an option",
    documentOf({ control: "aspect_ratio", label: "", parameter_name: "shape", options: [] }),
    "/sections/0/controls/0/options is empty",
  ],
  ["a step of 0", documentOf({ ...slider, step: 0 }), "/sections/0/controls/0/step is 0"],
  [
    "bounds that are equal",
    documentOf({ ...slider, min_value: 1024, max_value: 1024, default_value: 1024 }),
    "/sections/0/controls/0/max_value is equal to min_value",
  ],
  [
    "controls that share a parameter with another default",
    documentOf(slider, { ...slider, default_value: 512 }),
    "/sections/0/controls/1/parameter_name is shared with a control that has another default",
  ],
  [
    "a side that is both",
    documentOf({
      control: "condition",
      condition: { comparator: "equals", left: { parameter_name: "a", literal: 1 } as never, right: { literal: 1 } },
      controls: [],
    }),
    "/sections/0/controls/0/condition/left/parameter_name is not known",
  ],
])("warns of %s", (_what, json, warning) => {
  expect(warningsOf(json)).toEqual([warning]);
});

test("takes null for what may be absent and for nothing else", () => {
  const optional = documentOf({ ...slider, description: null, default_value: null });
  const required = documentOf({ ...slider, label: null } as never);

  expect(issuesOf(optional)).toEqual([]);
  expect(issuesOf(required)).toEqual(["/sections/0/controls/0/label is not a text"]);
});

test("refuses conditions nested too deeply to follow without exhausting the stack", () => {
  const open =
    '{"control":"condition","condition":{"comparator":"equals","left":{"literal":1},"right":{"literal":1}},"controls":[';
  const text = `{"api_version":"2","sections":[{"controls":[${open.repeat(5000)}${"]}".repeat(5000)}]}]}`;

  const [issue] = issuesOf(text);

  expect(issue).toContain(" is inside more than 64 conditions");
});

test("takes any number of conditions beside each other", () => {
  const condition = {
    control: "condition" as const,
    condition: { comparator: "equals" as const, left: { literal: 1 }, right: { literal: 1 } },
    controls: [],
  };

  expect(issuesOf(documentOf(...Array.from({ length: 100 }, () => condition)))).toEqual([]);
});

test("names the first fault in its message and counts the others", () => {
  const document = {
    api_version: "2",
    sections: [{ controls: [{ ...slider, step: -1, label: 7 }, { control: "x" }] }],
  };

  let error: unknown;
  try {
    parseControls(document as unknown as ParameterControls);
  } catch (caught) {
    error = caught;
  }

  expect(error).toBeInstanceOf(ModelAccessError);
  expect(error).toMatchObject({
    name: "ControlsError",
    message:
      "The control document cannot be used: /sections/0/controls/0/label is not a text, and 1 more in error.issues",
  });
});
