import { type Model, type ModelList, responseOf } from "@model-access/contract";
import { readReplyFile } from "../replies-folder.js";
import type { CatalogueEntry } from "./catalogue.js";
import { completeModel } from "./complete-model.js";
import type { WorldBot } from "./world-file.js";

/**
 * Returns the entries that every mock has: the models and bots of the contract's model list, which between them write
 * text, reason, read pictures, sounds and films and make them; bots with controls; private bots; and the bot that makes
 * apps.
 */
export function builtInEntries(): CatalogueEntry[] {
  const { bots } = JSON.parse(readReplyFile("built-in.json")) as { bots: WorldBot[] }; // a test reads it as a data file
  const controls = bots.find((bot) => bot.controls !== undefined)?.controls;
  return [
    ...contractModels().map((model) => ({
      model,
      access: "public" as const,
      ...(model.id === "trip-planner" && { controls }),
    })),
    ...bots.map(({ access = "public", controls: own, ...bot }) => ({
      model: completeModel(bot),
      access,
      ...(own !== undefined && { controls: own }),
    })),
  ];
}

function contractModels(): Model[] {
  const [example] = Object.values(responseOf("listModels", 200)?.mediaTypes["application/json"]?.examples ?? {});
  if (example === undefined) throw new Error("The contract has no example of a model list.");
  return (example.value as ModelList).data; // the contract's tests validate every example against its schema
}
