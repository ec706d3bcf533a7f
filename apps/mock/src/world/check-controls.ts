import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import { explainViolation } from "./explain-violation.js";
import type { Mistake } from "./mistake.js";

/** The contract is read and compiled with the first document, as most data files have none. */
let validators: Record<Shape, ValidateFunction> | undefined;

/** Returns the mistakes in the setting controls of a bot, by the contract's schemas; the most helpful mistake only. */
export function checkControls(controls: unknown): Mistake[] {
  validators ??= compileControls();
  const validate = validators[shapeOf(controls)];
  return validate(controls) ? [] : [mostHelpful(validate.errors ?? [])].map(explainViolation);
}

/** Returns the document of the controls that a data file gives: a document, a list of controls or one control. */
export function controlDocument(controls: unknown): unknown {
  return shapeOf(controls) === "document"
    ? controls
    : { api_version: "2", sections: [{ controls: [controls].flat() }] };
}

type Shape = "document" | "list" | "control";

function shapeOf(controls: unknown): Shape {
  if (Array.isArray(controls)) return "list";
  return typeof controls === "object" && controls !== null && "control" in controls ? "control" : "document";
}

function compileControls(): Record<Shape, ValidateFunction> {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js"); // loaded with the first controls
  const document = JSON.parse(readFileSync(require.resolve("@model-access/contract/bundles/openapi.json"), "utf8"));
  // So that a control is held against the type that it names, and not against each of the eight.
  Object.assign(document.components.schemas.SettingControl, {
    type: "object",
    required: ["control"],
    discriminator: { propertyName: "control" },
  });
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
  ajv.addSchema(document, "contract");
  const control = { $ref: "contract#/components/schemas/SettingControl" };
  return {
    document: ajv.compile({ $ref: "contract#/components/schemas/ParameterControls" }),
    list: ajv.compile({ type: "array", items: control }),
    control: ajv.compile(control),
  };
}

/** The deepest: a section with controls fails as one with tabs too, but at its own level. */
function mostHelpful(errors: ErrorObject[]): ErrorObject {
  const leaves = errors.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf");
  const [first, ...rest] = leaves;
  if (first === undefined) throw new Error("A validator refused controls and gave no reason.");
  return rest.reduce((best, error) => (depth(error) > depth(best) ? error : best), first);
}

const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
