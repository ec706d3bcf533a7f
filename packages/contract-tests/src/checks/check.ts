import type { Provenance } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import type { Verdict } from "../rule.js";
import type { Asked } from "./asked.js";
import type { Told } from "./token-counts.js";

export interface Seen extends Told {
  exchange: Exchange;
  others: Exchange[];
}

export interface Check<Name extends string = string> {
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
  after?: Name[];
  reads?(asked: Asked): string[];
  /** True where it may be asked of answers that others got. */
  everywhere?: true;
  judge(seen: Seen): Verdict;
}
