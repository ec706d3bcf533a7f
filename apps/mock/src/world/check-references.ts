import { operations } from "@model-access/contract";
import type { Mistake } from "./mistake.js";
import type { World } from "./world.js";
import type { WorldBot, WorldModel, WorldPart } from "./world-file.js";

/** Finds the names in a part of a data file that aren't in its world, or that are given twice. */
export function checkReferences(world: World, { models, bots, replies, faults, latencies }: WorldPart): Mistake[] {
  return [
    ...checkNames([...listed("/models", models), ...listed("/bots", bots)]),
    ...listed("/replies", replies).flatMap((entry) => checkModelName(world, entry)),
    ...listed("/latencies", latencies).flatMap((entry) => [
      ...checkModelName(world, entry),
      ...checkOperationId(entry),
    ]),
    ...listed("/faults", faults).flatMap((entry) => [
      ...checkModelName(world, entry),
      ...checkOperationId(entry),
      ...checkKey(world, entry),
    ]),
  ];
}

/** An entry of a list, and where it is. */
interface Listed<Value> {
  pointer: string;
  value: Value;
}

/** The entries of a list; those that are wrong in themselves are undefined and left out. */
function listed<Value>(pointer: string, list: readonly (Value | undefined)[] = []): Listed<Value>[] {
  return list.flatMap((value, index) => (value === undefined ? [] : [{ pointer: `${pointer}/${index}`, value }]));
}

/** A model or bot goes by its id and by its name, in capitals or not. */
function checkNames(entries: Listed<WorldModel | WorldBot>[]): Mistake[] {
  const seen = new Set<string>();
  return entries.flatMap(({ pointer, value: { id, name } }) => {
    const names = [id, name].filter((own) => own !== undefined).map((own) => own.toLowerCase());
    const twice = names.find((own) => seen.has(own));
    for (const own of names) seen.add(own);
    return twice === undefined ? [] : [{ pointer, message: `There are two of the name '${twice}'.` }];
  });
}

function checkModelName({ catalogue }: World, { pointer, value: { model } }: Listed<{ model?: string }>): Mistake[] {
  if (model === undefined || catalogue.find(model) !== undefined) return [];
  return [{ pointer: `${pointer}/model`, message: `There is no model or bot '${model}' in this world.` }];
}

function checkOperationId({ pointer, value: { operationId } }: Listed<{ operationId?: string }>): Mistake[] {
  if (operationId === undefined || Object.hasOwn(operations, operationId)) return [];
  return [{ pointer: `${pointer}/operationId`, message: `The contract has no operation '${operationId}'.` }];
}

function checkKey({ keys }: World, { pointer, value: { key } }: Listed<{ key?: string }>): Mistake[] {
  if (key === undefined || Object.hasOwn(keys, key)) return [];
  return [{ pointer: `${pointer}/key`, message: "This key is not in this world." }];
}
