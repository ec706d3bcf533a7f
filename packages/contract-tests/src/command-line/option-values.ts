import type { GivenFlags } from "./read-flags.js";

/** Headers that the tests send themselves can't be replaced. */
const ownHeaders = /^(authorization|x-api-key|content-.*|accept(-encoding)?|host|transfer-encoding|connection)$/i;

export function headersIn(given: GivenFlags): Record<string, string> | undefined {
  const texts = given.valuesOf("header");
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): *([\t\x20-\x7e]+?) *$/.exec(text) ?? [];
      // What it says may be a secret.
      if (name === "") throw new Error("--header takes a name and a value, such as --header 'x-gateway-key: abc'.");
      if (ownHeaders.test(name)) throw new Error(`--header can't set ${name}, because the tests set it themselves.`);
      return [name.toLowerCase(), value];
    }),
  );
}

export function namesIn<Name extends string>(
  given: GivenFlags,
  flag: "require" | "allow",
  names: readonly Name[],
): Name[] {
  return given.listOf(flag).map((word) => {
    const name = names.find((each) => each === word);
    if (name !== undefined) return name;
    throw new Error(`--${flag} takes ${names.join(", ")}, not ${JSON.stringify(word)}.`);
  });
}

type NumberFlag = "max-points" | "max-calls" | "max-seconds" | "video-wait" | "port" | "watch-port" | "sample";

export function numberIn(given: GivenFlags, flag: NumberFlag): number | undefined {
  const text = given.textOf(flag);
  if (text === undefined || /^\d+(\.\d+)?$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`--${flag} takes a number that is 0 or more, such as --${flag} 100, not ${JSON.stringify(text)}.`);
}

export function portIn(given: GivenFlags, flag: "port" | "watch-port"): number | undefined {
  const port = numberIn(given, flag);
  if (port === undefined || (Number.isInteger(port) && port <= 65_535)) return port;
  throw new Error(`--${flag} takes a port from 0 to 65535, such as --${flag} 4012; 0 takes any free port.`);
}

type Named<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** The members that have a value. */
export function named<Values extends Record<string, unknown>>(values: Values): Named<Values> {
  // What is filtered out is undefined, so that the rest has the type without it.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Named<Values>;
}
