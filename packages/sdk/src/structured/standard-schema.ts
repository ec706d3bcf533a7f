import { check } from "../options/check-options.js";

/**
 * A schema of any library that follows Standard Schema 1 (standardschema.dev): zod, valibot, arktype and others. Only
 * what is used here is named, so a schema of any version fits.
 */
export interface StandardSchema<Output = unknown> {
  /** The members that the standard asks of a library. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => ValidationResult<Output> | Promise<ValidationResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Standard JSON Schema: a library with it makes the JSON Schema itself. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> }
      | undefined;
  };
}

/** The result of checking a value by a schema. */
export type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

/** One thing that is wrong with a value, as a schema library reports it. */
export interface ValidationIssue {
  /** The library's own words. */
  readonly message: string;
  /** The keys that lead there. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Throws an `OptionError` for anything but a schema of the standard. */
export function requireSchema(schema: StandardSchema): void {
  check("schema", schema?.["~standard"]?.validate, "is no Standard Schema; pass one of zod or valibot.");
}
