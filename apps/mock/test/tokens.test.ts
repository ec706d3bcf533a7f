import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, tokensOf } from "../src/conversation/tokens.js";

test.each(["", " ", "one", " two words ", "internationalisation", "Grüße 😀😀😀😀😀😀😀😀😀", "line\n\nline\n"])(
  "'%s' is the sum of its tokens, which are as many as are counted",
  (text) => {
    expect(countTokens(text)).toBe(tokensOf(text).length);
    expect(tokensOf(text).join("")).toBe(text);
  },
);

test("counting goes by the same rule as cutting", () => {
  const characters = fc.string({
    unit: fc.constantFrom(..."a \n\u00a0\u2003\ufeffé漢か한😀\u180e", "\ud83d", "\ude00"),
  });

  fc.assert(
    fc.property(characters, (text) => countTokens(text) === tokensOf(text).length),
    { numRuns: 2000 },
  );
});
