import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, repeat } from "../prose.js";
import { titled } from "../subject.js";
import { bulletList } from "./list.js";

/** Links to pages that could be there, under addresses that are kept for examples. */
export function linkList({ subject, lengths }: Assignment, random: Random): string {
  return bulletList(
    sourcesAbout(subject, lengths.items ?? 3, random).map(
      ({ title, url }) => `[${title.replaceAll(/[[\]]/g, "")}](${url})`,
    ),
  );
}

/** Pages on a subject, none twice. */
export function sourcesAbout(subject: string, count: number, random: Random): { title: string; url: string }[] {
  const slug =
    subject
      .normalize("NFD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 50) || "overview";
  const name = titled(subject);
  const order = cycleOf<[string, string]>(
    [
      [`${name} – Example Encyclopedia`, `https://encyclopedia.example.com/wiki/${slug}`],
      [`A Beginner's Guide to ${name}`, `https://guides.example.org/${slug}/beginners`],
      [`${name}: What the Research Says`, `https://journal.example.org/articles/${slug}`],
      [`Ten Common Questions about ${name}`, `https://www.example.com/blog/${slug}-questions`],
      [`${name} Explained`, `https://learn.example.net/${slug}`],
      [`The History of ${name}`, `https://archive.example.org/history/${slug}`],
    ],
    random,
  );
  return repeat(count, (index) => {
    const [title, url] = order();
    return { title, url: index < 6 ? url : `${url}?page=${Math.floor(index / 6) + 1}` };
  });
}
