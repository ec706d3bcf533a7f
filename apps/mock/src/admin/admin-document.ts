/** As much of the admin API's OpenAPI document as the mock reads itself. */
export interface AdminDocument {
  paths: Record<string, Record<string, unknown> & { parameters?: unknown[] }>;
  components: { parameters: Record<string, AdminParameter>; schemas: Record<string, object> };
}

export interface AdminParameter {
  name: string;
  in: "path" | "query";
  schema: object;
}

export interface AdminOperation {
  operationId: string;
  parameters?: AdminParameter[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: object } } };
}
