import { defineConfig } from "vitest/config";

/** For the suite that a user has: run by ../vitest.test.ts as a process of its own. */
export default defineConfig({
  cacheDir: "../../reports/suite", // not beside the suite, where turbo would take it for a source
  test: { include: ["*.suite.ts"], root: import.meta.dirname },
});
