import { ModelAccessError, OptionError } from "../errors/model-access-error.js";

/** One thing that is wrong with a control document or with values. */
export interface ControlIssue {
  /** The place, as a JSON pointer (RFC 6901) into the document. */
  pointer: string;
  /** The mistake, such as `is below 0`. */
  message: string;
}

/** A control document, or values for it, that cannot be used. Nothing of the values is in the message. */
export class ControlsError extends ModelAccessError {
  static override readonly sdkErrorName: string = "ControlsError";
  /** Everything that is wrong, in the order of the document. */
  declare readonly issues: readonly ControlIssue[];

  constructor(what: string, issues: readonly ControlIssue[]) {
    const [first] = issues;
    const rest = issues.length > 1 ? `, and ${issues.length - 1} more in error.issues` : "";
    const details = { issues };
    super(`${what} cannot be used: ${first?.pointer || "the whole"} ${first?.message}${rest}`, details as object);
  }
}

export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Throws an `OptionError` for an argument that is missing, or isn't what its name says. */
export function requireMember(name: "document" | "control" | "option", isRight: unknown): void {
  if (!isRight) throw new OptionError(name, `${name} is missing; see parseControls().`);
}
