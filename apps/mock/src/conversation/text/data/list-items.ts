// Data: lists that people ask for by a word.

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
      "**There is more than one view.** Ask two people about {s}, and you get two different lists of what matters.",
      "**The beginning is the hardest part.** After that, things fall into place more quickly.",
      "**Words matter.** A handful of terms is enough to follow most conversations about it.",
      "**Examples help.** A single good one is remembered longer than a definition.",
      "**Details change.** Check the date of what you read, above all where figures are concerned.",
      "**It connects.** Those who know a little about {s} see it in places where they did not expect it.",
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
