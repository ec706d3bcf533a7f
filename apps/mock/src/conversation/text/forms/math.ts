import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { noSubject } from "../subject.js";

/** Formulas in the delimiters of LaTeX that models use: dollars, or backslashes with brackets. */
export function mathFor({ question, subject }: Assignment, random: Random): string {
  const { name, inline, block, note } =
    formulas.find(({ pattern }) => pattern.test(question)) ?? pick(formulas, random);
  const isBracketed = /\\\(|\\\[|bracket/i.test(question) || (!question.includes("$") && random() < 0.3);
  const [open, close, openBlock, closeBlock] = isBracketed ? ["\\(", "\\)", "\\[", "\\]"] : ["$", "$", "$$", "$$"];
  const set = (formula: string) => `${open}${formula}${close}`;
  const intro = formulas.some(({ pattern }) => pattern.test(question))
    ? `The **${name}** is written as follows.`
    : `${subject === noSubject ? "A" : `For ${subject}, a`} good starting point is the **${name}**.`;
  return `${intro} With ${inline.map(set).join(" and ")}:\n\n${openBlock}\n${block}\n${closeBlock}\n\n${note.replaceAll(/\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, formula: string) => set(formula))}`;
}

const formulas = [
  {
    pattern: /\bcircle/i,
    name: "area of a circle",
    inline: ["r > 0", "d = 2r"],
    block: "A = \\pi r^2 = \\frac{\\pi d^2}{4}",
    note: "For {r = 2} this gives {A \\approx 12.57}.",
  },
  {
    pattern: /proof|prove/i,
    name: "irrationality of the square root of two",
    inline: ["p, q \\in \\mathbb{Z}", "\\gcd(p, q) = 1"],
    block: "\\sqrt{2} = \\frac{p}{q} \\implies p^2 = 2q^2 \\implies 2 \\mid p \\implies 2 \\mid q",
    note: "That contradicts {\\gcd(p, q) = 1}, so no such fraction exists. {\\blacksquare}",
  },
  {
    pattern: /quadratic/i,
    name: "quadratic formula",
    inline: ["ax^2 + bx + c = 0", "a \\neq 0"],
    block: "x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}",
    note: "There are two real solutions where {b^2 - 4ac > 0}, and one where it is zero.",
  },
  {
    pattern: /pythagor/i,
    name: "Pythagorean theorem",
    inline: ["a, b > 0", "c > 0"],
    block: "a^2 + b^2 = c^2",
    note: "For {a = 3} and {b = 4} this gives {c = 5}.",
  },
  {
    pattern: /integral|integrat/i,
    name: "Gaussian integral",
    inline: ["x \\in \\mathbb{R}", "a > 0"],
    block: "\\int_{-\\infty}^{\\infty} e^{-a x^2} \\, dx = \\sqrt{\\frac{\\pi}{a}}",
    note: "For {a = 1} the value is {\\sqrt\\pi \\approx 1.772}.",
  },
  {
    pattern: /derivative|differentiat/i,
    name: "definition of the derivative",
    inline: ["f", "x"],
    block: "f'(x) = \\lim_{h \\to 0} \\frac{f(x + h) - f(x)}{h}",
    note: "For {f(x) = x^2} the limit is {2x}.",
  },
  {
    pattern: /matri(?:x|ces)|linear algebra/i,
    name: "product of a matrix and a vector",
    inline: ["A", "x"],
    block:
      "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\begin{pmatrix} x_1 \\\\ x_2 \\end{pmatrix} = \\begin{pmatrix} a x_1 + b x_2 \\\\ c x_1 + d x_2 \\end{pmatrix}",
    note: "It can be undone where {ad - bc \\neq 0}.",
  },
  {
    pattern: /euler/i,
    name: "identity of Euler",
    inline: ["i^2 = -1", "x \\in \\mathbb{R}"],
    block: "e^{ix} = \\cos x + i \\sin x",
    note: "For {x = \\pi} it becomes {e^{i\\pi} + 1 = 0}.",
  },
  {
    pattern: /sum|series/i,
    name: "geometric series",
    inline: ["|q| < 1", "n \\ge 0"],
    block: "\\sum_{n=0}^{\\infty} q^n = \\frac{1}{1 - q}",
    note: "For {q = \\tfrac{1}{2}} the sum is {2}.",
  },
];
