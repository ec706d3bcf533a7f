/** The value of an expression in a short question, such as `(3 + 4) * 2` or `15% of 80`; undefined where there is none. */
export function arithmeticIn(text: string): { value: string; sentence: string } | undefined {
  if (text.length > 80 || /\d{4}-\d|\d{3}-\d{4}/.test(text) || unknown.test(text)) return undefined;
  const root = /\b(?:square root|sqrt)(?: of)?[ (]*(\d{1,12}(?:\.\d{1,6})?)/i.exec(text)?.[1];
  if (root !== undefined) {
    const value = Number(Math.sqrt(Number(root)).toPrecision(8)).toString();
    return { value, sentence: `√${root} = **${value}**` };
  }
  const expression = spoken(text);
  const [written = ""] = /[(−-]*\d[\d.,()+−×÷^%\s]*(?:\bof\b[\d.,()+−×÷^%\s]*)?/.exec(expression) ?? [];
  if (!/\d[\s)%]*(?:[+−×÷^]|of)[\s(−]*\d/.test(written)) return undefined;
  if (/\p{L}\s*$/u.test(expression.slice(0, expression.indexOf(written))) && !lead.test(expression)) return undefined;
  const shown = written.trim().replace(/[\s.,]+$/, "");
  const value = evaluate(shown);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const result = Number(value.toPrecision(12)).toString();
  return { value: result, sentence: `${shown} = **${result}**` };
}

/** Matches the unknown of an equation: `x^2`, `5x`. */
const unknown = /(?<!\p{L})[a-z]\s*(?:\^|²)|\d[a-z](?!\p{L})(?!\s*\d)/iu;

/** The words that may stand before an expression. */
const lead =
  /\b(?:is|are|what|what's|whats|calculate|compute|evaluate|solve|much|does|result of|ist|sind|berechne|rechne|quanto fa|cuánto es|combien font)\s*[(−-]*\s*\d/i;

/** The expression with its signs as they are set in print. */
function spoken(text: string): string {
  return text
    .replaceAll(/(\d)\s*(?:\*|x|times|multiplied by|mal)\s*(?=[(\d-])/gi, "$1 × ")
    .replaceAll(/\)\s*\*\s*/g, ") × ")
    .replaceAll(/([\d)])\s*(?:\/|divided by|geteilt durch|over)\s*(?=[(\d-])/gi, "$1 ÷ ")
    .replaceAll(/([\d)])\s*(?:-|minus)\s*(?=[(\d-])/gi, "$1 − ")
    .replaceAll(/([\d)])\s*(?:\+|plus)\s*(?=[(\d-])/gi, "$1 + ")
    .replaceAll(/([\d)])\s*(?:percent|per cent|%)/gi, "$1%")
    .replaceAll(/([\d)])\s*(?:\*\*|\^|to the power of)\s*(?=[(\d-])/gi, "$1 ^ ");
}

/** Reads sums of products of powers, with brackets; undefined where it is none. */
function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/\d{1,15}(?:[.,]\d{1,9})?|of|[()+−×÷^%-]|\S/g) ?? [];
  if (tokens.length > 60) return undefined;
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(tokens[at] ?? "") ? tokens[at++] : undefined);

  const sum = (): number => {
    let value = product();
    for (let sign = take("+", "−"); sign !== undefined; sign = take("+", "−")) {
      const next = product();
      value = sign === "+" ? value + next : value - next;
    }
    return value;
  };
  const product = (): number => {
    let value = power();
    for (let sign = take("×", "÷", "of"); sign !== undefined; sign = take("×", "÷", "of")) {
      const next = power();
      value = sign === "÷" ? value / next : value * next;
    }
    return value;
  };
  const power = (): number => {
    const base = unit();
    if (take("^") === undefined) return base;
    const exponent = power();
    return Math.abs(exponent) > 30 ? Number.NaN : base ** exponent;
  };
  const unit = (): number => {
    if (take("−", "-") !== undefined) return -unit();
    const isBracket = take("(") !== undefined;
    const value = isBracket ? sum() : Number((tokens[at++] ?? "").replace(",", "."));
    if (isBracket && take(")") === undefined) return Number.NaN;
    return take("%") === undefined ? value : value / 100;
  };

  const value = sum();
  return at === tokens.length && !Number.isNaN(value) ? value : undefined;
}
