import type { Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, filled, repeat } from "../prose.js";
import { titled } from "../subject.js";
import { bulletList } from "./list.js";

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
