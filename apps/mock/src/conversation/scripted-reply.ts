import type { Finish } from "./reply.js";

/** A reply that is given in place of a made-up one. Conditions that are left out hold for every request. */
export interface ScriptedReply {
  /** Only for this model or bot, by any of its names. */
  model?: string;
  /** Only for this operation of the contract. */
  operationId?: string;
  /** Only where the last message of the user contains this, in capitals or not. */
  text?: string;
  /**
   * Only where the last message of the user matches this regular expression, in capitals or not. The texts of the reply
   * can use its groups: `$1`, `$<city>`, and `$<question>` with or without a pattern. It can't look ahead or behind, refer back, or repeat more than 1000 times.
   */
  pattern?: string;
  /** Only for the n-th answer of a conversation, counted from 1; results of tools lead to a further answer. */
  turn?: number;
  /** The number of requests it applies to; all if left out. */
  times?: number;
  /** The model's words, on any interface. */
  reply?: ScriptedWords;
  /** In the place of `reply`: the whole JSON body of the operation's answer. A stream says what it says. */
  body?: unknown;
}

/** The words of a model. Length limits and stop sequences don't change them. */
export interface ScriptedWords {
  /** Of several texts, the request and the seed choose one. `$<question>` is replaced by the first words of the question. */
  text?: string | string[];
  /** Files of texts in the place of `text`, by their paths from the folder of the data file. Only a data file has it. */
  textFile?: string | string[];
  reasoning?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
  /** The reason that it ends: `tool_calls` where there are some, else `stop`. */
  finish?: Exclude<Finish["reason"], "stop_sequence">;
}
