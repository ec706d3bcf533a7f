import type { Behaviour } from "./behaviour.js";

/** The operations that behave, by `operationId`. */
export const behaviours: Record<string, Behaviour> = {};
