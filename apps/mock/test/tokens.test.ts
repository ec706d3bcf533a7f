import { expect, test } from "vitest";
import { countTokens, tokensOf } from "../src/conversation/tokens.js";

test.each(["", " ", "one", " two words ", "internationalisation", "Grüße 😀😀😀😀😀😀😀😀😀", "line\n\nline\n"])(
  "as many tokens are counted in '%s' as it is cut into",
  (text) => {
    expect(countTokens(text)).toBe(tokensOf(text).length);
  },
);
