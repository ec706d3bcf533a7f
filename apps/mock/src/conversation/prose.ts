import { pick, type Random } from "../random.js";

const openings = [
  "Here is a short answer about “TOPIC”.",
  "You asked about “TOPIC”; this is what matters most.",
  "On “TOPIC” there are a few things to say.",
  "Let us look at “TOPIC” step by step.",
];

const sentences = [
  "The first thing to settle is what is known and what is assumed.",
  "Most of the work is in the details, and most of the details are plain.",
  "A small example says more than a long explanation.",
  "It helps to write down the result before the way to it.",
  "Where two answers fit, the simpler one is the better guess.",
  "The order of the steps matters less than that none is left out.",
  "Numbers are only as good as the units they carry.",
  "What holds for one case has to be shown for the next.",
  "If something looks wrong, check the input first.",
  "That leaves one open question, which a test can answer.",
];

const points = ["Say what is given.", "Say what is wanted.", "Take the shortest way.", "Check the result."];

/** A few sentences about what was asked. */
export function writeProse(question: string, random: Random): string {
  const count = 1 + Math.floor(random() * 5);
  const body = Array.from({ length: count }, () => pick(sentences, random));
  const text = [pick(openings, random).replace("TOPIC", () => topicOf(question)), ...new Set(body)].join(" ");
  return random() < 0.25 ? `${text}\n\n${points.map((point) => `- ${point}`).join("\n")}` : text;
}

/** An answer that rests on what the caller's functions gave back. */
export function writeFromResults(results: string[], random: Random): string {
  const shown = results.map((result) => `“${topicOf(result)}”`).join(" and ");
  return `From what came back, ${shown}, the answer follows. ${pick(sentences, random)}`;
}

/** The first words of a text, without what would break a line of prose. */
export function topicOf(text: string): string {
  const plain = text
    .slice(0, 1000) // more than eight words of any language
    .replaceAll(/[\s\p{C}“”"`*_<>[\]{}]+/gu, " ")
    .trim();
  const words = plain.split(" ").slice(0, 8).join(" ");
  const short = [...words].slice(0, 60).join("");
  return short === "" ? "your question" : short.replace(/[.?!,;:]+$/, "");
}
