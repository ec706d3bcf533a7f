import type { components } from "../generated/admin-api.js";

/** A reply that is given in place of a made-up one. Conditions that are left out hold for every request. */
export type ScriptedReply = components["schemas"]["NewScriptedReply"];

/** The words of a model. Length limits and stop sequences don't change them. */
export type ScriptedWords = NonNullable<ScriptedReply["reply"]>;
