/** One thing that a compiled validator reports. */
export interface AjvError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  propertyName?: string;
}

/** An Ajv validator, compiled ahead of time. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: AjvError[] | null;
}
