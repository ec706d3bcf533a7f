import { type Model, type ModelList, responseOf } from "@model-access/contract";
import type { CatalogueEntry } from "./catalogue.js";
import { completeModel } from "./complete-model.js";
import { tripPlannerControls } from "./trip-planner-controls.js";

/**
 * Returns the entries that every mock has: the models and bots of the contract's model list, which between them write
 * text, reason, read pictures, sounds and films and make them; bots with controls; private bots; and the bot that makes
 * apps.
 */
export function builtInEntries(): CatalogueEntry[] {
  const architecture = { input_modalities: ["text"], output_modalities: ["image"] };
  return [
    ...contractModels().map((model) => ({
      model,
      access: "public" as const,
      ...(model.id === "trip-planner" && { controls: tripPlannerControls }),
    })),
    { model: completeModel({ name: "Harbour-Guide-Internal" }), access: "private", controls: tripPlannerControls },
    {
      model: completeModel({ name: "Poster-Draft-Internal", architecture, points: { request: 40 } }),
      access: "private",
    },
    { model: completeModel({ name: "App-Creator" }), access: "app-creation" },
  ];
}

function contractModels(): Model[] {
  const [example] = Object.values(responseOf("listModels", 200)?.mediaTypes["application/json"]?.examples ?? {});
  if (example === undefined) throw new Error("The contract has no example of a model list.");
  return (example.value as ModelList).data; // the contract's tests validate every example against its schema
}
