/** True if a value is an error, of this realm or another one, such as the sandbox of a test runner. */
export function isErrorLike(value: unknown): value is Error & { cause?: unknown } {
  const { name, message } = Object(value) as { name?: unknown; message?: unknown };
  return typeof name === "string" && typeof message === "string";
}
