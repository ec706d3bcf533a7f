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
  "Purpose|Ask first what {s} should achieve, and for whom.|What it is for",
  "Core idea|If the core idea does not fit into one sentence, it is not clear enough yet.|One sentence",
  "How it works|Follow one case from beginning to end, and note what happens at each step.|Step by step",
  "Example|One example that you know well is worth more than three that you have only read about.|One that you know",
  "Common mistakes|It is easy to look at one part and forget how the parts depend on each other.|Seeing only one part",
  "Cost|Count time as well as money; time is the part that is forgotten most often.|Time and money",
  "Timing|Decide what has to come first, and what can wait.|First things first",
  "People|Find out who is affected, and ask them before you decide.|Ask those affected",
  "Tools|Begin with simple tools, and change to better ones when you know why.|Simple ones first",
  "Limits|Say where it ends: what does not belong to it is as useful to know as what does.|Where it ends",
  "Measurement|Choose one number that tells whether things get better, and look at it regularly.|One number",
  "Alternatives|Compare it with the next best option, and not with nothing.|The next best option",
  "History|Look at how it came about: many odd details have a reason.|How it came about",
  "Benefits|Name the benefit in plain words. If that is hard, it may be small.|In plain words",
  "Risks|Write down what could go wrong, and what you would do then.|What could go wrong",
  "Practice|A little practice every week does more than one long session.|A little every week",
  "Outlook|Think about what will have changed in a year, and keep that easy to change.|In a year",
  "First step|The smallest useful step is the best one to take first.|Start small",
].map((line) => {
  const [name = "", text = "", cell = ""] = line.split("|");
  return { name, text, cell };
});

/** Sentences for running text, which hold for anything. `{aspect}` stands for words that vary. */
export const sentencePatterns: readonly string[] = [
  "When it comes to {s}, a good question is often worth more than a quick answer.",
  "It helps to begin with one concrete case and to keep the general rules for later.",
  "People who are new to this see the details first; with some experience, the structure becomes visible.",
  "Not everything has to be decided at once, and some questions answer themselves along the way.",
  "Much depends on {aspect}, so it is worth a closer look.",
  "Two people can look at the same facts and come to different conclusions, because they weigh {aspect} differently.",
  "A simple sketch on paper often shows more than a page of text.",
  "What is obvious to one person may be news to another, so it pays to say it aloud.",
  "If one part changes, check the parts that depend on it.",
  "There are exceptions, of course, and it is useful to know them by name.",
  "The first attempt does not have to be good; it only has to show what to improve.",
  "In practice, {aspect} and {aspect} pull in different directions, and a balance has to be found.",
  "It is easier to judge {s} with two or three examples side by side.",
  "Small differences at the beginning can become large ones later.",
  "Where sources disagree, look at the date and at who is speaking.",
  "A good summary says what matters, what does not, and what is still open.",
  "It is worth separating what is known from what is only likely.",
  "The most common mistake is to look for a perfect solution before a simple one has been tried.",
  "Anything that can be measured can be discussed calmly, so a number or two will help.",
  "That leaves {aspect}, which is easily overlooked.",
  "Those who explain it to others usually understand it better afterwards.",
  "Conditions differ from place to place, so what works here may need some changes there.",
  "A short list of criteria makes the choice easier to explain later.",
  "Looking back after a few weeks shows which of the assumptions were right.",
  "None of this has to be complicated: a plain description and a good example go a long way.",
  "Doubts are useful as long as they lead to a question that can be answered.",
  "With {s}, as with most things, regular small steps beat a single large effort.",
  "It is tempting to copy what others do, but their starting point was probably a different one.",
  "Before adding something new, see what can be left out.",
  "Questions about {aspect} tend to come late, and they are easier to answer early.",
  "Good advice fits the situation, so describe yours before you ask for it.",
  "In the end, what counts is whether it helps the people it was meant for.",
];

export const fillings: Record<string, readonly string[]> = {
  aspect: ["time", "cost", "scale", "quality", "habit", "timing", "experience", "effort", "context", "communication"],
};

/** The arguments for and against most things. */
export const pros: readonly string[] = [
  "**Benefit:** It meets a need that comes up again and again.",
  "**Flexibility:** There is room to adapt it to your situation.",
  "**Experience:** You learn something that you can use elsewhere.",
  "**Long run:** The effort is highest at the start and falls after that.",
  "**Company:** Others have done it before, so there is advice to be had.",
];

export const cons: readonly string[] = [
  "**Start:** The first weeks take more effort than one would think.",
  "**Cost:** Time and money that go into it are missing elsewhere.",
  "**Dependence:** The more you rely on it, the harder it is to change your mind.",
  "**Fit:** It does not suit every situation.",
  "**Upkeep:** It has to be looked after once the novelty is gone.",
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
