const reasons: Record<string, string> = {
  EACCES: "this user may not open it",
  EISDIR: "it is a folder",
  ENOENT: "there is no such file or folder",
};

/** Returns why something failed: in words, or by the code of the system's error, which names no file and no key. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "of an unknown fault";
  return `${reasons[code] ?? `it failed (${code})`}.`;
}
