import { pick, type Random } from "../../random.js";
import { readHints } from "../values/hints.js";
import { dishes } from "../values/words.js";
import type { Assignment } from "./assignment.js";
import { bulletList, numberedList, repeat } from "./blocks.js";
import { cycleOf, filled, shuffled } from "./prose.js";
import { noSubject, titled } from "./subject.js";

/** Lists that people ask for by a word: the word, and what there is to say. */
export const itemKinds: readonly { pattern: RegExp; items: readonly string[] }[] = [
  {
    pattern: /\b(?:tips?|advice|tricks|suggestions|recommendations)\b/i,
    items: [
      "**Start small.** Ten minutes a day are enough for {s} at the beginning.",
      "**Choose a fixed time.** A habit grows faster when it has its place in the day.",
      "**Keep it visible.** A note on the door works better than a reminder on the phone.",
      "**Measure one thing.** Write down a single number each week and look at the trend.",
      "**Ask somebody who knows.** One good conversation can replace hours of searching.",
      "**Leave out what does not help.** Less is easier to keep up.",
      "**Plan for bad days.** Decide beforehand what the shortest version looks like.",
      "**Celebrate progress.** Small rewards make the next step easier. 🎉",
    ],
  },
  {
    pattern: /\b(?:reasons?|benefits?|advantages?|why)\b/i,
    items: [
      "**It saves time.** After a short start, many things take less effort.",
      "**It opens doors.** New people, places and ideas come with it.",
      "**It trains attention.** Those who deal with {s} notice more details elsewhere, too.",
      "**It lasts.** What is learned once stays useful for years.",
      "**It costs little.** Most of what is needed is free or easy to borrow.",
      "**It is fun.** Progress shows early, and that keeps people going.",
    ],
  },
  {
    pattern: /\b(?:ideas?|suggestions?|activities|things to do)\b/i,
    items: [
      "**A small exhibition:** Show five objects that tell something about {s}.",
      "**A guided walk:** Visit three places in an hour, with a story at each.",
      "**A shared notebook:** Everyone adds one page a week.",
      "**A quiet evening:** No screens, one topic, and good tea. 🍵",
      "**A photo series:** The same spot at the same time, for thirty days.",
      "**A workshop:** Two hours, ten people, and something to take home.",
      "**A quiz:** Twelve questions, of which three are surprisingly hard.",
    ],
  },
  {
    pattern: /\b(?:facts?|things to know)\b/i,
    items: [
      "The oldest known record of {s} is several hundred years old.",
      "About one in four people has tried it at least once.",
      "Its name has changed at least twice over time.",
      "The largest example fills a whole hall; the smallest fits on a fingertip.",
      "It is studied at more than a hundred universities.",
      "Children often understand it faster than adults do.",
    ],
  },
];

/** The steps of a plan, in order. */
export const steps: readonly string[] = [
  "**Decide what you want.** One sentence about the goal is enough.",
  "**Collect what you need.** Put everything in one place before you begin.",
  "**Prepare the space.** Clear the table and set aside an hour.",
  "**Begin with the easiest part.** Early progress makes the rest lighter.",
  "**Work in short rounds.** Twenty-five minutes, then a break of five.",
  "**Check the result.** Compare it with an example that you like.",
  "**Fix one thing at a time.** Otherwise it is hard to tell what helped.",
  "**Tidy up.** Put tools back and throw away what is left.",
  "**Write down what to change.** The next time will be faster.",
];

/** Ingredients and steps, as a recipe has them. */
export function recipeFor({ subject, lengths, question }: Assignment, random: Random): string {
  const name = subject === noSubject ? pick(dishes, random) : subject;
  const servings = readHints(question).numbers.find(({ value }) => value > 0 && value < 50)?.value ?? 4;
  const ingredients = shuffled(pantry, random)
    .slice(0, 6)
    .map(([amount, unit, what]) => `${Math.round(Number(amount) * servings)}${unit} ${what}`);
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
  ["0.5", " pinch of", "salt"],
  ["25", " g", "grated cheese"],
  ["15", " ml", "olive oil"],
  ["0.25", "", "lemons"],
];

/** A day under each heading. */
export function itineraryFor({ subject, question, lengths }: Assignment, random: Random): string {
  const days = Math.min(
    14,
    readHints(question).numbers.find(({ nextTo }) => /^days?$/.test(nextTo[0] ?? ""))?.value ?? lengths.sections ?? 3,
  );
  const [place = "the old town"] = readHints(question).places;
  const next = cycleOf(visits, random);
  const parts = repeat(
    Math.max(1, days),
    (index) =>
      `### Day ${index + 1}\n\n${bulletList(["Morning", "Afternoon", "Evening"].map((time) => `**${time}:** ${filled(next(), { subject: place, random })}`))}`,
  );
  return `## ${titled(subject)}\n\n${parts.join("\n\n")}\n\n*Book tickets for museums ahead of time; most are closed on Mondays.*`;
}

const visits = [
  "Walk through the old town of {s} and have coffee on the main square.",
  "Visit the city museum; the second floor is the best part.",
  "Take a boat or a tram, and see {s} from another side.",
  "Have lunch at the covered market.",
  "Climb the hill for the view, ideally an hour before sunset. 🌅",
  "Stop at a bookshop and a bakery in the side streets.",
  "Have dinner where the locals go, and book before noon.",
  "Spend a slow hour in the botanical garden.",
  "Listen to a concert in a small church.",
  "Rent a bicycle and follow the river.",
];

/** Words that could be somebody's. */
export const sayings: readonly string[] = [
  "Patience is not waiting; it is knowing what to do in the meantime.",
  "What is done slowly is often done only once.",
  "A small light is enough to find the next step.",
  "Those who ask twice rarely get lost.",
  "Every map leaves something out, and that is where the walk begins.",
  "Simple things stay; the rest needs explaining.",
];
