import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, tokensOf } from "../src/conversation/tokens.js";

test.each(["", " ", "one", " two words ", "internationalisation", "Grüße 😀😀😀😀😀😀😀😀😀", "line\n\nline\n"])(
  "as many tokens are counted in '%s' as it is cut into",
  (text) => {
    expect(countTokens(text)).toBe(tokensOf(text).length);
  },
);

test("counting goes by the same rule as cutting", () => {
  const characters = fc.string({
    unit: fc.constantFrom(
      "a",
      " ",
      "\n",
      "\u00a0",
      "\u2003",
      "\ufeff",
      "é",
      "漢",
      "か",
      "한",
      "😀",
      "\ud83d",
      "\ude00",
      "\u180e",
    ),
  });

  fc.assert(
    fc.property(characters, (text) => countTokens(text) === tokensOf(text).length),
    { numRuns: 2000 },
  );
});
