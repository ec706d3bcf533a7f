/** Solves an equation in x of the first or second degree, such as `Solve x^2 - 5x + 6 = 0`; undefined for all else. */
export function solutionIn(text: string): string | undefined {
  const found =
    /^(?:please )?(?:solve|find|what is|what's|calculate)(?: (?:for )?x)?(?: (?:in|if|for|of|when|where))?(?: the equation)?:? ([-+−\dx²^*.\s]{1,60})=([-+−\dx²^*.\s]{1,60}?)(?: for x)?[\s.?]*$/i.exec(
      text,
    );
  if (found === null) return undefined;
  const left = coefficients(found[1] ?? "");
  const right = coefficients(found[2] ?? "");
  if (left === undefined || right === undefined) return undefined;
  const [c, b, a] = [left[0] - right[0], left[1] - right[1], left[2] - right[2]];
  if (a === 0) return b === 0 ? undefined : `x = **${shown(-c / b)}**`;
  const under = b * b - 4 * a * c;
  if (under < 0) return "There is no real solution: the discriminant $b^2 - 4ac$ is negative.";
  const roots = [(-b - Math.sqrt(under)) / (2 * a), (-b + Math.sqrt(under)) / (2 * a)].sort(
    (one, other) => one - other,
  );
  return [...new Set(roots.map(shown))].map((root) => `x = **${root}**`).join(" or ");
}

/** The factors of 1, x and x²; undefined where it is no such sum. */
function coefficients(side: string): [number, number, number] | undefined {
  const sum: [number, number, number] = [0, 0, 0];
  const plain = side.replaceAll(/[\s*]/g, "").replaceAll("−", "-").replaceAll("^2", "²").toLowerCase();
  const terms = plain.match(/[+-]?[^+-]+/g) ?? [];
  for (const term of terms) {
    const [, sign = "", digits = "", power] = /^([+-]?)(\d{0,9}(?:\.\d{1,6})?)(x²?)?$/.exec(term) ?? [];
    if (digits === "" && power === undefined) return undefined;
    const degree = power === undefined ? 0 : power === "x" ? 1 : 2;
    sum[degree] += (sign === "-" ? -1 : 1) * (digits === "" ? 1 : Number(digits));
  }
  return terms.length > 0 && terms.join("") === plain ? sum : undefined;
}

const shown = (value: number) => Number(value.toFixed(4)).toString().replace(/^-0$/, "0");
