interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  window?: { document?: unknown };
  location?: { origin?: string };
}

// Which of these exist depends on the runtime, and no one library of types knows all of them.
const runtime = globalThis as Runtime;

/** An environment variable, where the runtime has any and lets us read it; absent when it is empty. */
export function environmentVariable(name: string): string | undefined {
  try {
    return runtime.process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws when it was not allowed to read it.
    return undefined;
  }
}

/** True if this is a web page, where everybody can read the key. */
export function isBrowser(): boolean {
  return runtime.window?.document !== undefined;
}

/** True if this is Node, Deno or Bun, which send any header without asking the service first. */
export function isServer(): boolean {
  return runtime.process?.versions?.node !== undefined && !isBrowser();
}

/** Returns the origin of the web page; absent outside of one. */
export function pageOrigin(): string | undefined {
  return isBrowser() ? runtime.location?.origin : undefined;
}
