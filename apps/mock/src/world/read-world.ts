import { type Chaos, chaos as presets } from "./chaos.js";
import { checkReferences } from "./check-references.js";
import { loadWorld } from "./load-world.js";
import { parseFaultRule, parseLatencyRule } from "./parse-fault-rule.js";
import { defaultWorld, type World } from "./world.js";
import type { WorldFile } from "./world-file.js";

/** The options that a mock's world is made of. */
export interface WorldOptions {
  /**
   * The team's own world: a YAML or JSON file, or its value. It adds models, bots, keys, scripted replies and faults to
   * those of the mock, or takes their place with `extends: none`. A server reads the file again when it is saved.
   */
  state?: string | WorldFile | undefined;
  /** Faults that come without being asked for, such as `stall;at=3 model=gpt-5.2 operation=createMessage times=2`. */
  faults?: readonly string[] | undefined;
  /** Latencies of some requests, such as `reasoning model=gpt-5.2` or `overloaded chance=0.05`; the first that fits holds. */
  latencies?: readonly string[] | undefined;
  /** A preset of faults that come by chance, and of latencies: `light` or `heavy`. */
  chaos?: Chaos | undefined;
}

/** Makes the world of a mock. Throws a `WorldFileError` on a wrong data file, and one sentence on a wrong rule. */
export function readWorld({ state, faults = [], latencies = [], chaos }: WorldOptions): World {
  if (chaos !== undefined && !Object.hasOwn(presets, chaos)) {
    throw new RangeError(`chaos is '${chaos}'; it must be ${Object.keys(presets).join(" or ")}.`);
  }
  const preset = chaos === undefined ? { faults: [], latencies: [] } : presets[chaos];
  const world = state === undefined ? defaultWorld() : loadWorld(state);
  const rules = faults.map(parseFaultRule);
  const speeds = latencies.map(parseLatencyRule);
  const [mistake] = checkReferences(world, { faults: rules });
  if (mistake !== undefined) throw new RangeError(`The fault rules are wrong: ${mistake.message}`);
  const [wrong] = checkReferences(world, { latencies: speeds });
  if (wrong !== undefined) throw new RangeError(`The latencies are wrong: ${wrong.message}`);
  const withRules = (own: World): World => ({
    ...own,
    faults: [...rules, ...own.faults, ...preset.faults.map(parseFaultRule)],
    latencies: [...speeds, ...own.latencies, ...preset.latencies.map(parseLatencyRule)],
  });
  const variants = Object.entries(world.variants).map(([name, variant]) => [name, withRules(variant)]);
  return { ...withRules(world), variants: Object.fromEntries(variants) };
}
