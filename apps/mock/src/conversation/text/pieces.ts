// Over 250 lines: every form of text that stands by itself, one small function each.
import { pick, type Random } from "../../random.js";
import { firstNames } from "../values/words.js";
import type { Assignment } from "./assignment.js";
import { bulletList, numberedList, repeat } from "./blocks.js";
import { languageAskedFor } from "./languages.js";
import { sayings } from "./plans.js";
import { cycleOf, filled, proseOfWords, sentencesAbout } from "./prose.js";
import { capitalised, noSubject, titled } from "./subject.js";

/** A poem in couplets that rhyme, a haiku or a limerick; in another language, lines. */
export function poemFor({ question, subject, lengths, language, isBare }: Assignment, random: Random): string {
  const title = isBare || subject === noSubject ? "" : `**${titled(subject)}**\n\n`;
  if (language !== undefined) {
    const source = sentencesAbout(subject, language, random);
    return `${title}${repeat(lengths.lines ?? 4, () => source.next().replace(/[.。।]$/u, "")).join("  \n")}`;
  }
  if (/\bhaiku/i.test(question)) return `${title}${pick(haikus, random).replaceAll("\n", "  \n")}`;
  if (/\blimerick/i.test(question)) return `${title}${pick(limericks, random).replaceAll("\n", "  \n")}`;
  const couplet = cycleOf(couplets, random);
  const stanzas = /\bstanzas?\b/i.test(question)
    ? (lengths.lines ?? 3)
    : Math.max(1, Math.ceil((lengths.lines ?? 8) / 4));
  const lines = repeat(stanzas * 2, couplet).flatMap((pair) =>
    pair.split("\n").map((line) => filled(line, { subject, random })),
  );
  const wanted = /\bstanzas?\b/i.test(question) ? lines : lines.slice(0, lengths.lines ?? lines.length);
  const verses = repeat(Math.ceil(wanted.length / 4), (index) => wanted.slice(index * 4, index * 4 + 4).join("  \n"));
  return title + verses.join("\n\n");
}

const couplets = [
  "The morning light came soft and slow,\nand showed me what I did not know.",
  "I thought of {s} on the way,\nand kept the thought for half a day.",
  "A window stood a little wide,\nand let the quiet wind inside.",
  "The road was long, the sky was clear,\nand all the small things seemed so near.",
  "We asked the river where it led;\n“Just follow me,” the river said.",
  "No map could tell, no clock could say\nwhat {s} meant to us that day.",
  "The evening drew its curtain tight,\nand lit a lantern for the night.",
  "And when the stars began to burn,\nwe knew that we would soon return.",
];

const haikus = [
  "Quiet morning light\nrests upon the open page;\nthe first word arrives.",
  "Rain on the window,\na small lamp keeps its promise;\nthe night walks on by.",
  "An old wooden bridge\nlistens to the river talk;\nleaves answer for it.",
];

const limericks = [
  "A clockmaker living in Rome\nbuilt a clock that was shaped like a gnome.\nWhen it struck half past three,\nit would ask him for tea,\nthen complain that it wanted to roam.",
  "A gull with a taste for the sea\nonce stole half a sandwich from me.\nIt returned the next day\nwith a coin for to pay,\nand said, “Thanks, but I'm not really free.”",
];

/** One title, or as many as are wanted. */
export function titlesFor({ question, subject, earlier, lengths, language }: Assignment, random: Random): string {
  const about = subject === noSubject && earlier !== undefined ? earlier : subject;
  const words = lengths.words ?? 8;
  if (language !== undefined)
    return filled(pick(language.openings, random), { subject: about, random }).replace(/[.。।]$/u, "");
  const count = lengths.items ?? (/\b(?:titles|headlines|slogans|taglines)\b/i.test(question) ? 5 : 1);
  const make = cycleOf(titles, random);
  const title = () =>
    make()
      .replace("{s}", () => titled(about))
      .split(" ")
      .slice(0, Math.max(words, 2))
      .join(" ")
      .replace(/[:,–]$|:? (?:a|an|the|of|to|for|and|in)$/i, "");
  return count === 1
    ? words < 5 || /\b(?:chat|conversation)\b/i.test(question)
      ? titled(about).split(" ").slice(0, words).join(" ")
      : title()
    : numberedList(repeat(count, title));
}

const titles = [
  "{s}: A Practical Guide",
  "Understanding {s}",
  "{s} in Plain Words",
  "What Nobody Tells You About {s}",
  "A Fresh Look at {s}",
  "{s}, Step by Step",
  "The Quiet Art of {s}",
  "{s}: First Principles",
];

/** The phrase in the language that is asked for where it is a common one, else a text in that language. */
export function translationFor(
  { question, language, lastAnswer, subject, isBare }: Assignment,
  random: Random,
): string {
  const target = language ?? (languageAskedFor(question) === "en" ? undefined : language);
  const source =
    /["“'«„]([^"”»“\n]{1,400})["”'»]/.exec(question)?.[1] ??
    /:\s{0,9}(\S.{0,1500})$/s.exec(question)?.[1] ??
    /\btranslate (?!(?:it|that|this)\b)(.{2,200}?) (?:in)?to \p{L}+/iu.exec(question)?.[1] ??
    lastAnswer;
  const sentences = Math.max(1, Math.min(40, source.match(/[.!?。？！]+(?=\s|$)/g)?.length ?? 1));
  if (target === undefined) {
    const made = sentencesAbout(subject, undefined, random);
    return source === ""
      ? "Please send me the text that you would like me to translate."
      : (englishOf(source) ?? repeat(sentences, made.next).join(" "));
  }
  const phrase =
    target.phrases[
      source
        .toLowerCase()
        .replaceAll(/[.!?,]/g, "")
        .trim()
    ];
  const made = sentencesAbout(subject, target, random);
  const text = phrase ?? repeat(sentences, made.next).join(target.gap);
  if (isBare || phrase === undefined) return text;
  return `**${text}**\n\nThat is the usual way to say “${source.trim()}” in ${capitalised(target.names[0] ?? "")}.`;
}

/** Returns the English of a text that is one of the common phrases. */
function englishOf(text: string): string | undefined {
  const languages: Record<string, string> = {
    "guten morgen": "Good morning.",
    bonjour: "Hello.",
    hola: "Hello.",
    gracias: "Thank you.",
    merci: "Thank you.",
    danke: "Thank you.",
    こんにちは: "Hello.",
    你好: "Hello.",
    مرحبا: "Hello.",
  };
  return languages[
    text
      .toLowerCase()
      .replaceAll(/[.!?,]/g, "")
      .trim()
  ];
}

/** The first sentences of the text that is to be summed up, or of what was said before. */
export function summaryFor(
  { question, lastAnswer, subject, language, lengths, forms, isBrief, isBare }: Assignment,
  random: Random,
): string {
  const given = /[:\n]\s{0,9}(\S.{80,})$/s.exec(question)?.[1] ?? (question.length > 400 ? question : lastAnswer);
  const sentences = (
    given
      .slice(0, 20_000)
      .replaceAll(/```[\s\S]*?(?:```|$)|^[|#>].*$/gm, " ")
      .match(/[^.!?。！？\n]{12,400}[.!?。！？]/g) ?? []
  ).map((sentence) =>
    sentence
      .replace(/^\s*(?:[-*]|\d+\.)\s+/, "")
      .replaceAll("**", "")
      .trim(),
  );
  const wanted = lengths.sentences ?? lengths.items ?? (isBrief ? 1 : 3);
  const made = sentencesAbout(subject, language, random);
  const step = Math.max(1, Math.floor(sentences.length / wanted));
  const chosen = sentences.filter((_, index) => index % step === 0).slice(0, wanted);
  if (lengths.words !== undefined) return proseOfWords(lengths.words, { subject, language, random });
  const parts = chosen.length > 0 ? chosen : repeat(wanted, made.next);
  const isList = forms.includes("bullets") || /key (?:points|takeaways)|tl;?dr/i.test(question);
  if (isList) return `**Key points**\n\n${bulletList(parts)}`;
  const text = parts.join(language?.gap ?? " ");
  return isBare || isBrief || language !== undefined || lengths.sentences !== undefined
    ? text
    : `**In short:** ${text}`;
}

export function quoteFor({ subject, language, lengths }: Assignment, random: Random): string {
  const source =
    language === undefined ? { next: cycleOf(sayings, random) } : sentencesAbout(subject, language, random);
  const people = cycleOf(firstNames, random);
  return repeat(
    lengths.items ?? 1,
    () => `> ${source.next()}\n>\n> — *${people()} ${pick(["Lindqvist", "Okafor", "Moreau", "Tanaka"], random)}*`,
  ).join("\n\n");
}

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
  return `${intro} With ${inline.map(set).join(" and ")}:\n\n${openBlock}\n${block}\n${closeBlock}\n\n${note.replaceAll(/\{([^}]*)\}/g, (_, formula: string) => set(formula))}`;
}

const formulas = [
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

export function emojiNote(assignment: Assignment, random: Random): string {
  const marks = cycleOf(["🚀", "🌿", "✨", "📌", "🎉", "☕", "🧭", "💡"], random);
  const { subject, language, lengths } = assignment;
  const source = sentencesAbout(subject, language, random);
  return repeat(lengths.sentences ?? lengths.items ?? 4, () => `${marks()} ${source.next()}`).join("\n\n");
}

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

export function emailFor({ subject, question, lengths, language }: Assignment, random: Random): string {
  const to = /\bto (?:my |the |our |an? )?([\p{L}]+(?: \p{Lu}\p{L}+)?)/u.exec(question)?.[1];
  const name = to !== undefined && /^\p{Lu}/u.test(to) ? to : (to ?? "everyone");
  const body = lengths.words === undefined ? undefined : proseOfWords(lengths.words, { subject, language, random });
  const source = sentencesAbout(subject, language, random);
  const text =
    body ??
    `I hope this message finds you well. I am writing about ${subject}. ${source.next()}\n\n${source.next()} Could we talk about it for fifteen minutes this week? I am free on Tuesday and Thursday after 14:00.`;
  return `**Subject:** ${capitalised(subject)}\n\nDear ${name},\n\n${text}\n\nKind regards,  \n${pick(firstNames, random)}`;
}

export function storyFor({ subject, lengths, language }: Assignment, random: Random): string {
  if (language !== undefined || lengths.words !== undefined) {
    const title = `**${titled(subject)}**`;
    return `${title}\n\n${proseOfWords((lengths.words ?? 120) - title.split(" ").length, { subject, language, random })}`;
  }
  const hero = pick(firstNames, random);
  const friend = pick(
    firstNames.filter((name) => name !== hero),
    random,
  );
  const place = pick(
    ["a small town by the harbour", "the last house before the forest", "a lighthouse that nobody visited"],
    random,
  );
  const paragraphs = [
    `In ${place} lived ${hero}, who knew more about ${subject} than anyone would have guessed. Every evening ${hero} wrote one page, folded it, and put it under the lamp.`,
    `One morning the page was gone. In its place lay a note in blue ink: “*Thank you. Please go on.*” ${hero} read it twice, laughed, and wrote two pages that evening instead of one.`,
    `It took until autumn to find out who the reader was. “You might have knocked,” said ${hero}. “You might have stopped,” said ${friend}, “and I had to know how it ended.”`,
    `They finished the last page together. It was about ${subject}, of course, and about the lamp, which burned a little longer that night.`,
  ];
  const chosen = paragraphs.slice(0, Math.max(1, lengths.paragraphs ?? paragraphs.length));
  return `**${titled(subject)}**\n\n${chosen.join("\n\n")}`;
}
