import { pick, type Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import { dishes } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { shuffled } from "../prose.js";
import { noSubject, titled } from "../subject.js";
import { bulletList, numberedList } from "./list.js";

/** Ingredients and steps, as a recipe has them. */
export function recipeFor({ subject, lengths, question }: Assignment, random: Random): string {
  const name = subject === noSubject ? pick(dishes, random) : subject;
  const servings = readHints(question).numbers.find(({ value }) => value > 0 && value < 50)?.value ?? 4;
  const ingredients = shuffled(pantry, random)
    .slice(0, 6)
    .map(([amount, unit, what]) => measured(Number(amount) * servings, unit, what));
  const made = [
    "Put all the ingredients within reach and warm up the pan or the oven.",
    "Mix the dry ingredients in a large bowl.",
    "Add the rest little by little and stir until the mixture is smooth.",
    "Let it rest for **ten minutes**.",
    "Cook over medium heat until it is golden on both sides.",
    "Season to taste and serve while it is warm. 🍽️",
  ];
  return `## ${titled(name)}\n\n*Serves ${servings}, takes about ${pick([25, 30, 40], random)} minutes.*\n\n### Ingredients\n\n${bulletList(ingredients)}\n\n### Steps\n\n${numberedList(made.slice(0, lengths.items ?? made.length))}\n\n> **Tip:** ${pick(["It keeps for two days in the fridge.", "Fresh herbs make a simple version taste like a good one.", "Double the amount and freeze one half."], random)}`;
}

const pantry: [string, string, string][] = [
  ["60", " g", "flour"],
  ["75", " ml", "milk"],
  ["0.5", "", "eggs"],
  ["12", " g", "butter"],
  ["10", " g", "sugar"],
  ["0", "A pinch of", "salt"],
  ["25", " g", "grated cheese"],
  ["15", " ml", "olive oil"],
  ["0.25", "", "lemons"],
];

function measured(amount: number, unit: string, what: string): string {
  if (amount === 0) return `${unit} ${what}`;
  const rounded = Math.max(1, Math.round(amount));
  return `${rounded}${unit} ${rounded === 1 && unit === "" ? what.replace(/s$/, "") : what}`;
}
