import { ModelAccessError } from "../errors/model-access-error.js";
import type { ValidationIssue } from "./standard-schema.js";

/**
 * The reason that a reply gave no value: the model `refused`, the text was `truncated` because the reply may be no
 * longer, there is no text (`missing`), it is not JSON (`malformed`), or the schema does not take it (`invalid`).
 */
export type StructuredOutputReason = "refused" | "truncated" | "missing" | "malformed" | "invalid";

const sentences: Record<StructuredOutputReason, string> = {
  refused: "The model refused to answer; error.text has what it said instead",
  truncated: "The reply ended before its text was complete; allow more tokens",
  missing: "The reply has no text to read",
  malformed: "The text of the reply is not JSON; use a model that follows a schema, or ask for JSON in the prompt too",
  invalid: "The reply does not fit the schema",
};

/** One thing that the schema has against a reply. */
export interface StructuredOutputIssue {
  /** The schema library's own words. */
  message: string;
  /** The place: the keys and indices that lead there. */
  path: PropertyKey[];
}

/** A reply gave no value that fits the schema. `reason` says why. */
export class StructuredOutputError extends ModelAccessError {
  static override readonly sdkErrorName: string = "StructuredOutputError";
  /** The reason why the value is missing. */
  declare readonly reason: StructuredOutputReason;
  readonly #text: string;
  readonly #issues: readonly StructuredOutputIssue[];

  constructor(reason: StructuredOutputReason, text: string, issues: readonly ValidationIssue[] = []) {
    const count = issues[0] ? ` (${issues.length} in error.issues)` : "";
    // A reply was paid for, whatever is in it.
    const details = { mayHaveBeenProcessed: "yes", reason } as const;
    super(sentences[reason] + count, details);
    this.#text = text;
    // Libraries have classes of their own for these lists; plain data is what people compare and log.
    this.#issues = Array.from(issues, ({ message, path = [] }) => ({
      message,
      path: Array.from(path, (part) => (part as { key?: PropertyKey }).key ?? (part as PropertyKey)),
    }));
  }

  /** The text of the reply, or of the refusal. It is not printed with the error. */
  get text(): string {
    return this.#text;
  }

  /** The schema's objections, where `reason` is `invalid`. Libraries quote the value, so it is not printed either. */
  get issues(): readonly StructuredOutputIssue[] {
    return this.#issues;
  }
}
