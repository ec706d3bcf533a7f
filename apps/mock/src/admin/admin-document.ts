/** As much of the admin API's OpenAPI document as the mock reads itself. */
export interface AdminDocument {
  paths: Record<string, Record<string, unknown> & { parameters?: unknown[] }>;
  components: {
    parameters: Record<string, AdminParameter>;
    responses: Record<string, AdminResponse>;
    schemas: Record<string, object>;
  };
}

export interface AdminParameter {
  name: string;
  in: "path" | "query";
  schema: object;
}

export interface AdminResponse {
  content?: Record<string, unknown>;
}

export interface AdminOperation {
  operationId: string;
  responses: Record<string, AdminResponse | { $ref: string }>;
  parameters?: AdminParameter[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: object } } };
}
