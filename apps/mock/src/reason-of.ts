const reasons: Record<string, string> = {
  EACCES: "this user may not open it",
  ECONNREFUSED: "nothing listens there",
  EISDIR: "it is a folder",
  ENOENT: "there is no such file or folder",
  ENOTFOUND: "there is no such host",
};

/** Returns why something failed: in words, or by the code of the system's error, which names no file and no key. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no code";
  return `${reasons[code] ?? `it failed (${code})`}.`;
}
