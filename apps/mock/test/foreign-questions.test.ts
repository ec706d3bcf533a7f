import { expect, test } from "vitest";
import { foreignQuestions } from "../src/conversation/text/data/foreign-frames.js";
import { tokensOf } from "../src/conversation/tokens.js";
import { say, seeds } from "./said.js";

test.each([
  ["Was ist eine API?", /^Eine \*\*API\*\* ist [\s\S]*\*\*Beispiel:\*\*/],
  ["Warum ist der Himmel blau?", /^Auf „Warum ist der Himmel blau\?“/],
  ["Wie kann ich besser schlafen?", /\n1\. \*\*Ziel festlegen:\*\*/],
  ["Wer hat Faust geschrieben?", /\*\*Nachschlagewerk:\*\*/],
  ["Wie funktioniert ein Kühlschrank?", /\*\*Kühlschrank\*\*/],
  ["Qu'est-ce qu'une API ?", /^Une \*\*API\*\* est [\s\S]*\*\*Exemple :\*\*/],
  ["Pourquoi le ciel est-il bleu ?", /^« Pourquoi le ciel est-il bleu \? »/],
  ["Comment apprendre l'anglais ?", /\n1\. \*\*Fixer le but :\*\*/],
  ["¿Qué es la inteligencia artificial?", /^La \*\*inteligencia artificial\*\* /],
  ["¿Por qué el cielo es azul?", /^«¿Por qué el cielo es azul\?»/],
  ["¿Cuántos habitantes tiene Bogotá?", /\*\*Una obra de referencia:\*\*/],
  ["Perché il cielo è blu?", /^Alla domanda «Perché il cielo è blu\?»/],
  ["Почему небо голубое?", /^На вопрос «Почему небо голубое\?»/],
  ["なぜ空は青いのですか？", /^「なぜ空は青いのですか？」/],
])("an open question is answered in its language and by its kind: %s", async (prompt, form) => {
  const said = await Promise.all(seeds.map((seed) => say(prompt, {}, seed)));

  expect(said.some((text) => form.test(text))).toBe(true);
  for (const text of said) {
    expect(text).not.toMatch(/\{[a-z]\}/);
    expect(tokensOf(text).length, text).toBeGreaterThanOrEqual(60);
    expect(tokensOf(text).length, text).toBeLessThanOrEqual(160);
  }
});

test.each([
  ["Nenne drei Flüsse", 3],
  ["Nenne mir fünf Tiere!", 5],
  ["Nomme trois fleuves", 3],
  ["Cite trois fruits", 3],
  ["Nombra tres ríos", 3],
  ["Elenca tre fiumi", 3],
  ["Diga três rios", 3],
])("things are named in the language of the question: %s", async (prompt, count) => {
  for (const seed of seeds) expect((await say(prompt, {}, seed)).split("\n")).toHaveLength(count);
  expect(await say(prompt)).toMatch(/^(?:- \p{Lu}.*\n?)+$/u);
});

test.each(Object.entries(foreignQuestions))("the terms of %s have their parts", (_, { terms }) => {
  for (const line of terms.trim().split("\n")) expect(line).toMatch(/^[^|]+\|[^|]*\*\*[^|]+\*\*[^|]*\|[^|]+$/);
});
