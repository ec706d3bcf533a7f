import { parseArgs } from "node:util";
import { type FlagName, flags } from "./flags.js";

export interface GivenFlags {
  /** Arguments that are no options. */
  words: string[];
  names: FlagName[];
  isGiven(name: FlagName): boolean;
  /** The last value of an option, or undefined where it is not given. */
  textOf(name: FlagName): string | undefined;
  /** The values of an option that takes a list: separated by commas, and given as often as one likes. */
  listOf(name: FlagName): string[];
  /** The same for names, of which there are these only. Throws one sentence for another. */
  namesOf<Name extends string>(name: FlagName, known: readonly Name[]): Name[];
  valuesOf(name: FlagName): string[];
  /** The last values of those that are given: `{ maxPoints: 100 }` of `--max-points 100`. Throws one sentence for what is no number. */
  membersOf(...names: FlagName[]): Record<string, unknown>;
}

/** Reads a command line. Throws a one-sentence error for an option that does not exist, needs a value or takes none. */
export function readFlags(args: string[]): GivenFlags {
  const { positionals, tokens } = parseArgs({ args, options: options(), strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === "option");
  for (const { name, rawName, value, inlineValue } of given)
    check(name, rawName, { value, isInline: inlineValue === true });
  const isGiven = (name: FlagName) => given.some((token) => token.name === name);
  const valuesOf = (name: FlagName) =>
    given.filter((token) => token.name === name).flatMap(({ value }) => (value === undefined ? [] : [value]));
  const listOf = (name: FlagName) =>
    valuesOf(name)
      .flatMap((value) => value.split(","))
      .map((each) => each.trim())
      .filter((each) => each !== "");
  return {
    words: positionals,
    names: given.flatMap(({ name }) => (isFlag(name) ? [name] : [])),
    valuesOf,
    isGiven,
    textOf: (name) => valuesOf(name).at(-1),
    listOf,
    namesOf: (name, known) =>
      listOf(name).map((word) => {
        const found = known.find((each) => each === word);
        if (found !== undefined) return found;
        throw new Error(`--${name} takes ${known.join(", ")}, not ${JSON.stringify(word)}.`);
      }),
    membersOf: (...names) =>
      Object.fromEntries(names.filter(isGiven).map((name) => [memberOf(name), readValue(name, valuesOf(name).at(-1))])),
  };
}

const memberOf = (name: FlagName) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const numbers: readonly string[] = ["NUMBER", "SECONDS", "SHARE"];

function readValue(name: FlagName, text: string | undefined): string | number | true {
  const flag = flags[name];
  if (text === undefined || !("value" in flag)) return true;
  if (!numbers.includes(flag.value)) return text;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a number that is 0 or more, such as --${name} 100, not ${JSON.stringify(text)}.`);
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
