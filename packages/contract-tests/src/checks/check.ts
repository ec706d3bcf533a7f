import type { Provenance } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import type { Verdict } from "../rule.js";
import type { Asked } from "./asked.js";
import type { Told } from "./token-counts.js";

/** An answer as a check sees it. */
export interface Seen extends Told {
  exchange: Exchange;
  /** The other calls that the check reads. */
  others: Exchange[];
}

/** One statement on the answers to all calls that it fits. */
export interface Check<Name extends string = string> {
  /** True for the calls that it fits, by what they ask. */
  on(asked: Asked): boolean;
  /** Its name in the ids of its rules, where another check has it on other calls. */
  id?: string;
  /** To follow the call's own words. */
  says: string;
  /** Upstream without it. */
  provenance?: Provenance;
  /** The official client that breaks on what the upstream provider does not do. */
  client?(asked: Asked): string | undefined;
  /** Rows beside those of the interface. */
  requirements?: string[];
  /** Rows in place of those of the interface; a stream has R6.1 besides. */
  rows?: string[];
  /** Checks on the same call that come before it. */
  after?: Name[];
  /** Ids of other calls that it reads. */
  reads?(asked: Asked): string[];
  /** True where it may be asked of answers that others got. */
  everywhere?: true;
  judge(seen: Seen): Verdict;
}
