/** Whether a value is an error, of this realm or another one, such as the sandbox of a test runner. */
export function isErrorLike(value: unknown): value is Error & { cause?: unknown } {
  // Newer than the library of types that this package is compiled with.
  const { isError } = Error as { isError?: (value: unknown) => boolean };
  if (isError?.(value)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    "message" in value &&
    typeof value.message === "string" &&
    "name" in value &&
    typeof value.name === "string"
  );
}
