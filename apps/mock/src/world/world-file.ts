import type { Model } from "@model-access/contract";
import type { components } from "../generated/admin-api.js";

type Part = components["schemas"]["World"];

/** A team's own world, as its data file declares it. `worldSchema` is the JSON Schema of it. */
export interface WorldFile extends WorldPart, Pick<components["schemas"]["DataFile"], "$schema" | "extends"> {
  /** Named variants; each adds to what the file says beside them. */
  worlds?: Record<string, WorldPart>;
}

/** The parts of a world. An entry takes the place of one with the same name. */
export interface WorldPart extends Omit<Part, "models" | "bots"> {
  models?: WorldModel[];
  bots?: WorldBot[];
}

type WorldEntry = NonNullable<Part["bots"]>[number];

/** A model or bot as the contract's model list has it; missing members are filled in. */
export type GivenModel = Partial<Model> & Partial<Pick<WorldEntry, "name" | "points">>;

/** A model; without a name it goes by its id alone. */
export type WorldModel = GivenModel & { id: string };

/** A bot: a model that is known by its name. `controls` are the contract's `ParameterControls`, a list of `SettingControl` or one. */
export type WorldBot = GivenModel & Pick<WorldEntry, "name" | "access"> & { controls?: unknown };

/** Prices in points, per token, and per request for `request`; those in USD are computed from them. */
export type PointPrices = NonNullable<WorldEntry["points"]>;

/** A key; what is left out is as for `sk-mock-full`, but its account is its own. */
export type WorldKey = NonNullable<Part["keys"]>[string];
