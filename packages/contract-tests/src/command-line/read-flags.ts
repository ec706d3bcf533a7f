import { parseArgs } from "node:util";
import { type FlagName, flags } from "./flags.js";

export interface GivenFlags {
  words: string[];
  isGiven(name: FlagName): boolean;
  names: FlagName[];
  /** The last value of an option, or undefined where it is not given. */
  textOf(name: FlagName): string | undefined;
  /** The values of an option that takes a list: separated by commas, and given as often as one likes. */
  listOf(name: FlagName): string[];
  valuesOf(name: FlagName): string[];
}

/** Reads a command line. Throws a one-sentence error for an option that does not exist, needs a value or takes none. */
export function readFlags(args: string[]): GivenFlags {
  const { positionals, tokens } = parseArgs({ args, options: options(), strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === "option");
  for (const { name, rawName, value, inlineValue } of given)
    check(name, rawName, { value, isInline: inlineValue === true });
  const valuesOf = (name: FlagName) =>
    given.filter((token) => token.name === name).flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    words: positionals,
    names: given.flatMap(({ name }) => (isFlag(name) ? [name] : [])),
    valuesOf,
    isGiven: (name) => given.some((token) => token.name === name),
    textOf: (name) => valuesOf(name).at(-1),
    listOf: (name) =>
      valuesOf(name)
        .flatMap((value) => value.split(","))
        .map((each) => each.trim())
        .filter((each) => each !== ""),
  };
}

function options() {
  const entries = Object.entries(flags).map(([name, flag]) => [
    name,
    { type: "value" in flag ? ("string" as const) : ("boolean" as const), ...(name === "help" && { short: "h" }) },
  ]);
  return Object.fromEntries(entries);
}

function check(name: string, rawName: string, { value, isInline }: { value: string | undefined; isInline: boolean }) {
  if (!isFlag(name)) throw new Error(`There is no option ${rawName}; --help prints all options.`);
  const flag = flags[name];
  if (!("value" in flag)) {
    if (value !== undefined) throw new Error(`--${name} takes no value.`);
  } else if (value === undefined || value === "" || (!isInline && value.startsWith("-"))) {
    throw new Error(`--${name} needs a value: --${name} ${flag.value}.`);
  }
}

const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);
