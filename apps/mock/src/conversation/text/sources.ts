import { titleOf } from "./question.js";

/** Pages on a subject, under addresses that are kept for examples. */
export function sourcesAbout(subject: string, count: number): { title: string; url: string }[] {
  const slug =
    subject
      .normalize("NFD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 50) || "overview";
  const name = titleOf(subject, 8);
  const pages = [
    { title: `${name} – Example Encyclopedia`, url: `https://encyclopedia.example.com/wiki/${slug}` },
    { title: `A Beginner's Guide to ${name}`, url: `https://guides.example.org/${slug}/beginners` },
    { title: `${name} Explained`, url: `https://learn.example.net/${slug}` },
  ];
  return pages.slice(0, count);
}
