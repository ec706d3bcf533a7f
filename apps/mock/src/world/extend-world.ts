import { type Model, validateResponseBody } from "@model-access/contract";
import { checkConditions } from "../conditions/check-conditions.js";
import { checkScriptedReply } from "../conversation/check-scripted-reply.js";
import { parseFaults } from "../faults/fault-header.js";
import { fullRights, type TestKey } from "../keys/test-keys.js";
import { checkLatency } from "../latency/latency-rules.js";
import { Refusal } from "../refusal.js";
import { type CatalogueEntry, createCatalogue, isNamed } from "./catalogue.js";
import { checkControls, controlDocument } from "./check-controls.js";
import { completeModel } from "./complete-model.js";
import type { Mistake } from "./mistake.js";
import type { World } from "./world.js";
import type { WorldBot, WorldKey, WorldPart } from "./world-file.js";

/**
 * A world with what a part of a data file adds: entries take the place of those of the same name, faults and replies
 * come before the others. Entries that are undefined are left out. With mistakes, the world is not to be used.
 */
export function extendWorld(
  base: World,
  { models, bots, keys, replies, faults, latencies }: WorldPart,
): { world: World; mistakes: Mistake[] } {
  const found: Mistake[] = [];
  const entries: CatalogueEntry[] = [
    ...read(models, "/models", (model) => readEntry({ name: model.id, ...model })),
    ...read(bots, "/bots", readEntry),
  ];
  const isReplaced = ({ model }: CatalogueEntry) => entries.some((entry) => isNamed(entry.model, model.id));
  return {
    world: {
      ...base,
      catalogue: createCatalogue([...base.catalogue.entries.filter((entry) => !isReplaced(entry)), ...entries]),
      keys: { ...base.keys, ...readKeys(keys) },
      replies: [
        ...read(replies, "/replies", (value) => ({ value, mistakes: checkScriptedReply(value) })),
        ...base.replies,
      ],
      latencies: [
        ...read(latencies, "/latencies", (value) => ({
          value,
          mistakes: [...checkLatency(value), ...checkConditions(value)],
        })),
        ...base.latencies,
      ],
      faults: [
        ...read(faults, "/faults", (value) => ({
          value,
          mistakes: [...checkFault(value.fault), ...checkConditions(value)],
        })),
        ...base.faults,
      ],
    },
    mistakes: found,
  };

  /** The values of a list; their mistakes are kept with their places. */
  function read<Given, Read>(
    list: readonly (Given | undefined)[] = [],
    pointer: string,
    readOne: (given: Given) => { value: Read; mistakes: Mistake[] },
  ): Read[] {
    return list.flatMap((given, index) => {
      if (given === undefined) return [];
      const { value, mistakes: own } = readOne(given);
      found.push(...own.map((mistake) => ({ ...mistake, pointer: `${pointer}/${index}${mistake.pointer}` })));
      return [value];
    });
  }
}

function readEntry({ access = "public", controls, ...model }: WorldBot): {
  value: CatalogueEntry;
  mistakes: Mistake[];
} {
  const completed = completeModel(model);
  const inControls = ({ pointer, message }: Mistake) => ({ pointer: `/controls${pointer}`, message });
  return {
    value: { model: completed, access, ...(controls !== undefined && { controls: controlDocument(controls) }) },
    mistakes: [...checkModel(completed), ...(controls === undefined ? [] : checkControls(controls).map(inControls))],
  };
}

function checkFault(text: string): Mistake[] {
  try {
    parseFaults(text);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [{ pointer: "/fault", message: error.message }];
    throw error;
  }
}

/** Reads the keys; a key's defaults are those of the key that may do everything. */
function readKeys(keys: WorldPart["keys"] = {}): Record<string, TestKey> {
  const given = Object.entries(keys).filter((entry): entry is [string, WorldKey] => entry[1] !== undefined);
  return Object.fromEntries(
    given.map(([key, rights]) => [key, { ...fullRights, says: `is ${rights.name}`, ...rights }]),
  );
}

function checkModel(model: Model): Mistake[] {
  const list = { object: "list", data: [model] };
  return validateResponseBody("listModels", 200, "application/json", list).map(({ pointer, message }) => ({
    pointer: pointer.replace(/^\/data\/0/, ""),
    message: message.replace(/'data\[0\]\.?(.*?)'/, (_, name: string) => (name === "" ? "It" : `'${name}'`)),
  }));
}
