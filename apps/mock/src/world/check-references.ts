import { operations } from "@model-access/contract";
import { accountOf } from "../account/account.js";
import type { Conditions } from "../conditions/match-conditions.js";
import type { Mistake } from "./mistake.js";
import type { World } from "./world.js";
import type { WorldBot, WorldModel, WorldPart } from "./world-file.js";

/** Finds the names in a part of a data file that aren't in its world or are given twice, and accounts of two balances. */
export function checkReferences(
  world: World,
  { models, bots, keys, replies, faults, latencies }: WorldPart,
): Mistake[] {
  return [
    ...checkNames([...listed("/models", models), ...listed("/bots", bots)]),
    ...checkBalances(world, keys),
    ...[...listed("/replies", replies), ...listed("/latencies", latencies), ...listed("/faults", faults)].flatMap(
      (entry) => [...checkModelName(world, entry), ...checkOperationId(entry), ...checkKey(world, entry)],
    ),
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

function checkModelName({ catalogue }: World, { pointer, value: { model } }: Listed<Conditions>): Mistake[] {
  if (model === undefined || catalogue.find(model) !== undefined) return [];
  return [{ pointer: `${pointer}/model`, message: `There is no model or bot '${model}' in this world.` }];
}

function checkOperationId({ pointer, value: { operationId } }: Listed<Conditions>): Mistake[] {
  if (operationId === undefined || Object.hasOwn(operations, operationId)) return [];
  return [{ pointer: `${pointer}/operationId`, message: `The contract has no operation '${operationId}'.` }];
}

function checkKey({ keys }: World, { pointer, value: { key } }: Listed<Conditions>): Mistake[] {
  if (key === undefined || Object.hasOwn(keys, key)) return [];
  return [{ pointer: `${pointer}/key`, message: "This key is not in this world." }];
}

/** An account begins with one balance, whichever of its keys state it. */
function checkBalances({ keys }: World, part: WorldPart["keys"] = {}): Mistake[] {
  const stated = Object.entries(keys).filter(([, { points }]) => points !== undefined);
  return stated.flatMap(([key, rights]) => {
    const account = accountOf(key, rights);
    const first = stated.find(([other, its]) => accountOf(other, its) === account);
    const [other, { points }] = first ?? [key, rights];
    if (points === rights.points) return [];
    const own = part[key] === undefined ? other : key;
    return [
      {
        pointer: `/keys/${own}/points`,
        message: `The account '${account}' begins with ${points} points by the key '${other}' and with ${rights.points} by '${key}'; state one balance.`,
      },
    ];
  });
}
