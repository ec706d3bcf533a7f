import type { OperationId } from "./generated/version.js";

/** The source of a shape; see `spec/README.md`. */
export type Provenance = "stated" | "upstream" | "observed" | "inferred";

/** A named example: a JSON value, or the text of a whole event stream. */
export interface Example {
  summary: string;
  value: unknown;
}

/** A parameter of an operation. Header names are as written in the contract. */
export interface ParameterRow {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  /** The JSON types its value may have. */
  types: string[];
}

/** A header of a response; the name is in lower case. */
export interface HeaderRow {
  name: string;
  required: boolean;
  types: string[];
}

/** One variant of a stream's events. */
export interface EventRow {
  title: string;
  /** True for the variant that stands for events of tomorrow. */
  isOpen: boolean;
  /** The name on the event line that marks this variant. */
  event?: string;
  isEventRequired: boolean;
  /** The whole data where it is a constant, such as `[DONE]`. */
  data?: string;
  /** The `type` member of the payload that marks this variant. */
  type?: string;
  validator?: string;
}

/** The content of a request or response in one media type. */
export interface MediaTypeRow {
  /** Name of the compiled validator; absent for event streams and bodies without a schema. */
  validator?: string;
  examples: Record<string, Example>;
  /** The dialect of an event stream. */
  grammar?: string;
  /** The variants of a stream's events. */
  events?: EventRow[];
}

/** A media type's row without its examples. */
export type BareMediaTypeRow = Omit<MediaTypeRow, "examples">;

/** One response of an operation. */
export interface ResponseRow<Media = MediaTypeRow> {
  description: string;
  headers: HeaderRow[];
  headersValidator?: string;
  mediaTypes: Record<string, Media>;
}

/** One operation of the contract. */
export interface Operation<Media = MediaTypeRow> {
  operationId: OperationId;
  /** In capitals. */
  method: string;
  /** The path template, such as `/v1/videos/{video_id}`. */
  path: string;
  tag: string;
  summary: string;
  provenance: Provenance;
  /** Rows of the specification that it fulfils as a whole. */
  requirements: string[];
  /** Names of the security schemes, any of which will do. */
  security: string[];
  parameters: ParameterRow[];
  parametersValidator: string;
  body?: { required: boolean; mediaTypes: Record<string, Media> };
  /** By status, and `default`. */
  responses: Record<string, ResponseRow<Media>>;
  /** The dialect of its event stream where it has one. */
  stream?: string;
}

/** One operation without its examples. */
export type OperationRow = Operation<BareMediaTypeRow>;

/** The operations of the contract by `operationId`. */
export type OperationTable = Record<OperationId, Operation> & Record<string, Operation>;

/** The examples of each operation, for its request body and by status, by media type. */
export type OperationExamples = Record<
  OperationId,
  { body: ExamplesByMediaType; responses: Record<string, ExamplesByMediaType> }
>;

type ExamplesByMediaType = Record<string, Record<string, Example>>;
