/** Returns why something failed: the code of the system's error, which names no file and no key. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "of an unknown fault";
  return `it failed (${code}).`;
}
