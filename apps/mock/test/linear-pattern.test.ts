import fc from "fast-check";
import { expect, test } from "vitest";
import { createLinearPattern } from "../src/patterns/linear-pattern.js";
import { UnreadablePattern } from "../src/patterns/translate-pattern.js";
import { writeMatch } from "../src/patterns/write-match.js";
import { createRandom } from "../src/random.js";

const characters = [..."abAZ09_- \n\u2028\u00a0é漢😀/^]\u0001"];
const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });

const escapes =
  String.raw`\d \D \w \W \s \S \t \n \v \f \r (?:\0) \cA \x41 \u0041 \u{1F600} \ud83d\ude00 \/ \^ \] \. \\ \p{L} \p{Lu} \p{Letter} \p{Script=Han}`.split(
    " ",
  );
const ofClasses = String.raw`\0 \b \- a-f A-Z 0-9 \x41-\x5a \u{1F600}-\u{1F64F}`.split(" ");
const plain = [..."abAZ0_ é漢😀/-"];
const inClass = fc.oneof(
  fc.constantFrom(...escapes.filter((one) => !one.startsWith("(")), ...ofClasses),
  fc.constantFrom(..."abé漢😀/.$(&"),
);
const characterClass = fc
  .tuple(fc.boolean(), fc.array(inClass, { maxLength: 4 }))
  .map(([isNegated, parts]) => `[${isNegated ? "^" : ""}${parts.join("")}]`);
const { pattern } = fc.letrec<{ pattern: string; choice: string; item: string; atom: string }>((tie) => ({
  pattern: fc.array(tie("choice"), { minLength: 1, maxLength: 3 }).map((choices) => choices.join("|")),
  choice: fc
    .tuple(fc.constantFrom("", "", "^"), fc.array(tie("item"), { maxLength: 4 }), fc.constantFrom("", "", "$"))
    .map(([start, items, end]) => `${start}${items.join("")}${end}`),
  item: fc.oneof(
    { weight: 3, arbitrary: tie("atom") },
    fc
      .tuple(tie("atom"), fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,3}", "{0}"), fc.constantFrom("", "?"))
      .map((parts) => parts.join("")),
    fc.constantFrom("\\b", "\\B"),
  ),
  atom: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...plain, ".", ...escapes),
    characterClass,
    tie("pattern").map((inner) => `(?:${inner})`),
    tie("pattern").map((inner) => `(${inner})`),
  ),
}));

const seed = Number(process.env.FUZZ_SEED ?? 20261122);

test.each([
  { flags: "u", ignoresCase: false },
  { flags: "iu", ignoresCase: true },
])("a pattern matches what the platform matches with the flags $flags", ({ flags, ignoresCase }) => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
      // What a property without a letter's other case means when case is ignored is not the same in all engines.
      fc.pre(!ignoresCase || !source.includes("\\p"));
      // A zero and a digit are no escape; and the platform finds `\B` within an emoji, which its specification does not.
      fc.pre(!/\\0\d/.test(source) && !(source.includes("\\B") && texts.join().includes("😀")));
      const own = createLinearPattern(source, { ignoresCase });
      const platform = new RegExp(source, flags);
      for (const given of texts)
        expect([source, given, own.test(given)]).toEqual([source, given, platform.test(given)]);
    }),
    { numRuns: 500 * Number(process.env.FUZZ_RUNS ?? 1), seed },
  );
});

test.each([
  ["^[\\w-]+\\.\\-$", "a-b.-", true],
  ["^a{,2}$", "a{,2}", true],
  ["^]$", "]", true],
  ["^[\\d-x]$", "-", true],
  ["^\\u0041\\x42$", "AB", true],
  ["^[^]$", "\n", true],
  ["[]", "a", false],
  ["^\\cJ$", "\n", true],
])("the spelling %s is read as the platform reads it", (source, given, isMatch) => {
  expect([createLinearPattern(source).test(given), new RegExp(source).test(given)]).toEqual([isMatch, isMatch]);
});

test("groups are found by number and by name", () => {
  const found = createLinearPattern("weather in (?<city>\\p{L}+)(?: on (\\w+))?", { ignoresCase: true });

  expect(found.match("The WEATHER in Málaga, please")).toEqual({
    groups: ["WEATHER in Málaga", "Málaga", undefined],
    named: { city: "Málaga" },
  });
  expect(found.match("Hello")).toBeUndefined();
});

test.each([
  ["a(?=b)", "it looks ahead or behind at character 2"],
  ["a(?!b)", "it looks ahead or behind at character 2"],
  ["(?<=a)b", "it looks ahead or behind at character 1"],
  ["(?<!a)b", "it looks ahead or behind at character 1"],
  ["(a)\\1", "it refers back to a group at character 4"],
  ["(?<x>a)\\k<x>", "it refers back to a group at character 8"],
  ["^a{1001}$", "it repeats more than 1000 times at character 3"],
  ["(a{100}){100}", "it repeats more than 1000 times at character 9"],
  ["(?:\\w{1000}-){25}", "it has more than 20000 steps at character 1"],
  ["\\p{scx=Greek}", "it names a property of Unicode that the engine does not have at character 1"],
  ["(".repeat(2000) + ")".repeat(2000), "the engine can't read it at character 1"],
])("the engine can't read %s", (source, message) => {
  expect(() => createLinearPattern(source)).toThrow(expect.objectContaining({ message, name: "UnreadablePattern" }));
  expect(() => createLinearPattern(source)).toThrow(UnreadablePattern);
});

test("what is no pattern is a syntax error", () => {
  expect(() => createLinearPattern("(")).toThrow(SyntaxError);
});

test.each(["^(a+)+$", "(x+x+)+y", "^(a|a)*b$", "(a*)*c", "([a-z]+)*\\d$", "^(\\w{1,50}){1,20}!$"])(
  "%s comes to its end on a long text",
  (source) => {
    expect(createLinearPattern(source, { ignoresCase: true }).test(`${"a".repeat(2000)}\n`)).toBe(false);
  },
);

test("a text that is written for a pattern matches it, and is as long as it has to be where it can be", () => {
  fc.assert(
    fc.property(pattern, fc.nat(), fc.nat(30), (source, from, least) => {
      const own = createLinearPattern(source);
      const written = writeMatch(own, createRandom(source, from), { least });
      const isPlain = !/\\[bB]|[$^]/.test(source.replaceAll(/\[\^|\\[$^]/g, ""));
      // What an assertion asks of its neighbours is not looked at, and some patterns match nothing.
      const isEmpty = /\[\]|\[\^(?:(?=.*\\d)(?=.*\\D)|(?=.*\\w)(?=.*\\W)|(?=.*\\s)(?=.*\\S))/.test(source);
      if (isPlain && !isEmpty)
        expect([source, written, new RegExp(source, "u").test(written)]).toEqual([source, written, true]);
    }),
    { numRuns: 300 * Number(process.env.FUZZ_RUNS ?? 1), seed },
  );
});
