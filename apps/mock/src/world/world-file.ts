import type { Model } from "@model-access/contract";
import type { ScriptedReply } from "../conversation/scripted-reply.js";
import type { FaultRule } from "../faults/fault-rules.js";
import type { TestKey } from "../keys/test-keys.js";
import type { LatencyRule } from "../latency/latency-rules.js";
import type { CatalogueEntry } from "./catalogue.js";
import type { priced } from "./world-schema.js";

/** A team's own world, as its data file declares it. `worldSchema` is the JSON Schema of it. */
export interface WorldFile extends WorldPart {
  /** The base that the file extends: the mock's own models and keys, or nothing. Default `built-in`. */
  extends?: "built-in" | "none";
  /** Named variants; each adds to what the file says beside them. */
  worlds?: Record<string, WorldPart>;
}

/** The parts of a world. An entry takes the place of one with the same name. */
export interface WorldPart {
  models?: WorldModel[];
  bots?: WorldBot[];
  /** By the key itself. */
  keys?: Record<string, WorldKey>;
  /** The first that fits is given. */
  replies?: ScriptedReply[];
  /** The first that fits comes. */
  faults?: FaultRule[];
  /** The first that fits holds. */
  latencies?: LatencyRule[];
}

/** A model or bot as the contract's model list has it; missing members are filled in. */
export interface GivenModel extends Partial<Model> {
  /** The bot name, with its capitals. */
  name?: string;
  points?: PointPrices;
}

/** A model; without a name it goes by its id alone. */
export type WorldModel = GivenModel & { id: string };

/** A bot: a model that is known by its name. */
export interface WorldBot extends GivenModel {
  name: string;
  access?: CatalogueEntry["access"];
  /** The setting controls: the contract's `ParameterControls`, a list of `SettingControl` or one of them. */
  controls?: unknown;
}

/** Prices in points, per token, and per request for `request`; those in USD are computed from them. */
export type PointPrices = Partial<Record<(typeof priced)[number], number>>;

/** A key; what is left out is as for `sk-mock-full`, but its account is its own. */
export type WorldKey = Partial<TestKey> & { name: string };
