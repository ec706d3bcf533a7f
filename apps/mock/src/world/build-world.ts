import { createRequire } from "node:module";
import { segmentsOf } from "@model-access/contract";
import type { ValidateFunction } from "ajv";
import { checkReferences } from "./check-references.js";
import { explainViolation } from "./explain-violation.js";
import { extendWorld } from "./extend-world.js";
import type { Mistake } from "./mistake.js";
import { defaultWorld, emptyWorld, type World } from "./world.js";
import type { WorldFile, WorldPart } from "./world-file.js";
import { worldSchema } from "./world-schema.js";

/** The world that a data file declares, and all that is wrong with the file; with mistakes the world is not to be used. */
export interface BuiltWorld {
  world: World;
  mistakes: Mistake[];
}

export function buildWorld(value: unknown): BuiltWorld {
  const mistakes = checkShape(value);
  if (mistakes.some(({ pointer }) => pointer === "")) return { world: emptyWorld(), mistakes };
  const file = withoutEntries(value as WorldFile, mistakes); // what is not as its type says is left out
  const extend = (from: World, part: WorldPart, pointer: string): World => {
    const { world, mistakes: own } = extendWorld(from, part);
    const found = [...own, ...checkReferences(world, part)];
    mistakes.push(...found.map((mistake) => ({ ...mistake, pointer: pointer + mistake.pointer })));
    return world;
  };
  const base = extend(file.extends === "none" ? emptyWorld() : defaultWorld(), file, "");
  const variants = Object.entries(file.worlds ?? {})
    .filter((entry): entry is [string, WorldPart] => entry[1] !== undefined)
    .map(([name, part]) => [name, { ...extend(base, part, `/worlds/${name}`), name }]);
  return { world: { ...base, variants: Object.fromEntries(variants) }, mistakes };
}

/** Compiled with the first data file, which takes 60 ms; each test of a user may have a mock of its own. */
let validateShape: ValidateFunction | undefined;

function checkShape(value: unknown): Mistake[] {
  validateShape ??= compileShape();
  const validate = validateShape;
  if (validate(value)) return [];
  // What Ajv reports of a member's name it reports a second time of the object.
  return (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined).map(explainViolation);
}

function compileShape(): ValidateFunction {
  // Not loaded before there is a data file, so that a mock without one starts sooner.
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  return new Ajv2020({ allErrors: true, strict: false }).compile(worldSchema);
}

/** A copy in which the entries that have mistakes are undefined; the others keep their places. */
function withoutEntries(file: WorldFile, mistakes: Mistake[]): WorldFile {
  const copy = structuredClone(file);
  for (const { pointer } of mistakes) {
    const segments = segmentsOf(pointer);
    const path = segments.slice(0, segments[0] === "worlds" ? 4 : 2);
    const last = path.pop() ?? "";
    const owner = path.reduce<unknown>((at, segment) => memberOf(at, segment), copy);
    if (typeof owner === "object" && owner !== null) Object.assign(owner, { [last]: undefined });
  }
  return copy;
}

function memberOf(value: unknown, name: string): unknown {
  return Object.entries(value ?? {}).find(([own]) => own === name)?.[1];
}
