/** An error reported by a compiled validator. */
export interface AjvError {
  instancePath: string;
  /** `Message/properties/role/type` in a component; begins with `#` where it is in an operation. */
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  propertyName?: string | undefined;
}

/** An Ajv validator, compiled ahead of time. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: AjvError[] | null;
}
