import type { CompiledValidator } from "./generated/validators.js";

/** One thing that a compiled validator reports. */
export type AjvError = NonNullable<CompiledValidator["errors"]>[number];
