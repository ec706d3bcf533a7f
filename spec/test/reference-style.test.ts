import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const html = readFileSync(new URL("../dist/docs/index.html", import.meta.url), "utf8");
/** The grounds that Redoc gives its pages. */
const grounds = { light: "#ffffff", dark: "#22242b" };

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

test.each([
  [".provenance", grounds.light],
  [".dark .provenance", grounds.dark],
])("every badge under %s can be read on its ground", (selector, ground) => {
  const badges = [...html.matchAll(new RegExp(`\\n\\s*${selector}\\.\\w+ { color: (#[0-9a-f]{6}); }`, "g"))];

  expect(badges.length).toBe(4);
  for (const [rule, colour = ""] of badges) expect(contrast(colour, ground), rule).toBeGreaterThan(4.5);
});
