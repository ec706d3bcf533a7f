import type { Model, ModelPricing } from "@model-access/contract";
import { pointsPerUsd } from "../account/points-in-usd.js";
import type { GivenModel, PointPrices } from "./world-file.js";
import { priced } from "./world-schema.js";

const createdMs = Date.UTC(2025, 5, 15);

/** The owner of a model that a data file names none for. */
export const defaultOwner = "mock";

/** A model as the model list shows it, made of what a data file says of it. */
export function completeModel({ name, points, id = (name ?? "").toLowerCase(), ...members }: GivenModel): Model {
  const architecture = members.architecture ?? { input_modalities: ["text"], output_modalities: ["text"] };
  return {
    object: "model",
    created: createdMs,
    owned_by: defaultOwner,
    root: id,
    supported_features: [],
    supported_endpoints: [],
    reasoning: null,
    parameters: [],
    ...members,
    id,
    architecture: { modality: modalityOf(architecture), ...architecture },
    metadata: { display_name: name ?? id, ...members.metadata },
    pricing: completePricing(members.pricing ?? null, points),
  };
}

const modalityOf = ({ input_modalities: taken, output_modalities: made }: NonNullable<Model["architecture"]>) =>
  `${taken}->${made}`;

/** Prices in USD and in points, whichever of the two was given. Points are what the mock charges. */
function completePricing(pricing: ModelPricing | null, points: PointPrices | undefined): ModelPricing | null {
  if (points === undefined) {
    if (pricing === null || pricing.points != null) return pricing;
    return { ...pricing, points: prices((name) => inPoints(pricing[name])) };
  }
  return {
    ...prices((name) => (points[name] === undefined ? null : decimal(points[name] / pointsPerUsd))),
    ...pricing,
    points: prices((name) => (points[name] === undefined ? null : decimal(points[name]))),
  };
}

function prices(priceOf: (name: keyof PointPrices) => string | null): Record<keyof PointPrices, string | null> {
  // Each name of a price is there.
  return Object.fromEntries(priced.map((name) => [name, priceOf(name)])) as Record<keyof PointPrices, string | null>;
}

/** Null for what is no price; the contract's validator says so. */
function inPoints(usd: string | null | undefined): string | null {
  const value = Number(usd ?? Number.NaN);
  return Number.isFinite(value) ? decimal(value * pointsPerUsd) : null;
}

/** Without the noise of binary fractions. */
const decimal = (value: number) => String(Number(value.toPrecision(12)));
