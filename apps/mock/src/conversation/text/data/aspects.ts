// Data: what can be said of anything, by aspect. `{s}` stands for what is asked about.

/** One side of a subject. */
export interface Aspect {
  name: string;
  /** A sentence that stands by itself. */
  text: string;
  /** A few words for a cell of a table. */
  cell: string;
}

export const aspects: readonly Aspect[] = [
  "Origins|Much of what we know about {s} goes back further than people expect.|Older than it looks",
  "Core idea|The core idea fits into one sentence and can be checked with one example.|Fits into one sentence",
  "How it works|Several small effects add up, and together they explain most of what can be seen.|Small effects add up",
  "Everyday examples|It can be noticed in daily life once one knows where to look.|Easy to notice",
  "Common mistakes|It is easy to look at one part and forget how the parts depend on each other.|Seeing only one part",
  "Cost|Most of the cost is time; materials and tools matter less than expected.|Mostly time",
  "Timing|The first results show early, the lasting ones take longer.|Early, then slow",
  "People|Different people notice different things, so it pays to ask more than one.|More than one view",
  "Tools|Simple tools are enough to begin with, and better ones can follow.|Simple ones first",
  "Limits|There are cases in which the usual explanation stops working.|A few exceptions",
  "Measurement|One number, taken regularly, shows more than a long description.|One number",
  "Comparison|Compared with similar cases, the differences are smaller than they seem.|Small differences",
  "History|Over the years the details changed, while the main question stayed the same.|Slow change",
  "Benefits|The benefits are easiest to see when they are missing.|Clear when missing",
  "Risks|What goes wrong most often is easy to prevent once it is known.|Easy to prevent",
  "Practice|A little practice every week does more than one long session.|A little every week",
  "Outlook|What comes next depends on a few questions that are still open.|Still open",
  "First step|The smallest useful step is the best one to take first.|Start small",
].map((line) => {
  const [name = "", text = "", cell = ""] = line.split("|");
  return { name, text, cell };
});

/**
 * Sentences for running text, with words that vary: `{aspect}`, `{who}`, `{when}`, `{thing}`, `{place}` and `{trait}`.
 */
export const sentencePatterns: readonly string[] = [
  "Most explanations of {s} begin with what can be observed directly.",
  "{who} described the main effect {when}, and the description still holds.",
  "Two things happen at the same time here, and they influence each other.",
  "The idea is older than it seems, and it changed slowly.",
  "A useful way to picture it is {thing}.",
  "What looks like a single step is really a series of small ones.",
  "{aspect} plays a part as well, though a smaller one than most people think.",
  "If one part changes, the others follow after a short while.",
  "This is easiest to see {place}, where little else gets in the way.",
  "A simple experiment shows the same thing without any formula.",
  "There are exceptions, of course, and they are often the most interesting cases.",
  "{when}, {who} compared several cases and found the same pattern.",
  "The numbers vary from year to year, but the order of magnitude stays the same.",
  "That also explains why {s} can look so {trait} at first.",
  "Not every detail is settled, and good sources say so openly.",
  "For most purposes, {thing} is all one needs to remember.",
  "Things become clearer once {aspect} is taken into account.",
  "In other words, the surprising part is not that it happens, but how reliably it does.",
  "{who} still discuss how much {aspect} matters in the end.",
  "A closer look at {s} shows something {trait} underneath.",
  "The opposite is true as well, which is worth keeping in mind.",
  "It helps to separate what is known from what is only likely.",
  "{place}, the effect is strong enough to be seen with the naked eye.",
  "Because of this, small differences at the start can lead to large ones later.",
  "Much of the early work on {s} was done {place}.",
  "The same principle appears in places that seem to have nothing in common.",
  "From there, it is only a short step to practical use.",
  "One should be careful with comparisons, since {aspect} is rarely the same twice.",
  "The result is {trait}, and that is exactly what makes it useful.",
  "Teachers like this example because it needs no special knowledge.",
  "Over time, {thing} became the usual way to explain it.",
  "All of this can be checked, which is the best reason to trust it.",
];

export const fillings: Record<string, readonly string[]> = {
  aspect: [
    "temperature",
    "timing",
    "scale",
    "distance",
    "habit",
    "the quality of the material",
    "shared knowledge",
    "the season",
    "pressure",
    "balance",
  ],
  who: [
    "early researchers",
    "experienced teachers",
    "two independent groups",
    "local experts",
    "engineers",
    "patient observers",
  ],
  when: [
    "more than a century ago",
    "in the nineteen-sixties",
    "a few decades ago",
    "in a well-known study",
    "not long ago",
  ],
  thing: [
    "a pendulum that swings back",
    "a river that divides into smaller streams",
    "a room with two doors",
    "a map with only the main roads",
    "a scale that settles slowly",
  ],
  place: ["near the coast", "in the mountains", "in a quiet laboratory", "in large cities", "in the far north"],
  trait: ["simple", "orderly", "surprising", "stable", "complex"],
};

/** The arguments for and against most things. */
export const pros: readonly string[] = [
  "**Time:** It saves time once the routine is in place.",
  "**Freedom:** There is more room to decide what fits best.",
  "**Cost:** Running costs tend to be lower after the first year.",
  "**Focus:** There are fewer interruptions during the day.",
  "**Reach:** More people can take part.",
];

export const cons: readonly string[] = [
  "**Start:** The first weeks take more effort than expected.",
  "**Contact:** Informal talks become rare unless they are planned.",
  "**Tools:** It depends on tools that have to be looked after.",
  "**Limits:** It does not suit every situation.",
  "**Habit:** Old habits are hard to change.",
];

/** Sentences of so many words each, so that a text can have exactly as many words as it should. */
export const closings: readonly string[] = [
  "",
  "Indeed.",
  "That's all.",
  "That is all.",
  "That is the idea.",
  "That is where it ends.",
  "That is a good stopping point.",
  "That is a good place to stop.",
  "That is the short version of it all.",
  "That is as much as needs to be said.",
  "That is a reasonable place to pause for a moment.",
  "That is the point at which the next question usually begins.",
  "That is the point at which the next good question usually begins.",
  "That is, in the end, the point at which the next question begins.",
];
