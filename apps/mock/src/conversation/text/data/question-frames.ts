// Data: answers to questions on what the mock knows nothing of. They say how to look at a thing, and state no fact.

/** An answer in parts; each part is one of several. `{s}` is the topic, `{S}` the same with a capital, `{q}` the question. */
export interface Frame {
  openings: readonly string[];
  /** Items, of which three or four are shown in their order. */
  items: readonly string[];
  isNumbered?: boolean;
  /** What follows the items: an example or a piece of advice. */
  remarks: readonly string[];
  closings: readonly string[];
}

const offers = [
  "If you tell me a little more about your case, I can be more specific.",
  "Which of these would you like to look at more closely?",
  "Shall I go into more detail on one of these points?",
];

export const frames = {
  thing: {
    openings: [
      "{S} can be looked at from a few sides, and each of them answers a different question:",
      "The quickest way to get a picture of {s} is to ask four short questions:",
      "{S} {is} easiest to grasp from the large to the small. I would take it in this order:",
    ],
    items: [
      "**What {it} {is}:** the features by which you recognise {it}.",
      "**What matters most:** two or three of them, which explain most of the rest.",
      "**In practice:** one typical case, followed from beginning to end.",
      "**Limits:** what {it} {is} often mistaken for, and how to tell the difference.",
    ],
    remarks: [
      "An example helps more than a definition: pick one case that you know well, and go through the four points with it.",
      "A good test is to explain {it} to somebody in two sentences. Where you get stuck is where to read on.",
    ],
    closings: ["Where did you come across {it}? Then I can start from there.", ...offers],
  },
  name: {
    openings: [
      "There is a lot that can be said about {s}. These are the sides that people ask about most:",
      "For a first picture of {s}, I would start with these points:",
    ],
    items: [
      "**Background:** where it all began, and what was going on at the time.",
      "**Best known for:** the one thing that comes up first when the name is mentioned.",
      "**Influence:** what others took up from there, then and since.",
      "**Today:** what can still be seen, and where.",
    ],
    remarks: [
      "An encyclopedia gives you the dates. A longer article or a documentary gives you the connections between them.",
      "For dates and figures, please check a reference work: I would rather leave them out than get them wrong.",
    ],
    closings: ["Which of these interests you most?", ...offers],
  },
  works: {
    openings: [
      "What happens in {s} is easiest to follow step by step:",
      "{S} {works} in simple steps, each of which prepares the next one:",
    ],
    items: [
      "**Start:** something sets it going, such as an input, a signal or a decision.",
      "**Work:** the parts do their share one after the other, and each hands on its result.",
      "**Result:** what comes out can be seen, used or measured.",
      "**Feedback:** the result has an effect on what happens next time.",
    ],
    isNumbered: true,
    remarks: [
      "The second step is usually the interesting one. To understand it, change one thing and watch what happens to the result.",
      "If it does not work as expected, go through the steps in the same order: the first one that differs is the cause.",
    ],
    closings: offers,
  },
  process: {
    openings: [
      "“{q}” is best answered step by step:",
      "Let's go through it in order, from what comes in to what comes out:",
    ],
    items: [
      "**What is there at first:** the material, the parts or the data that it begins with.",
      "**What happens to it:** each step changes one thing and prepares the next.",
      "**What keeps it going:** energy, time or somebody who looks after it.",
      "**What comes out:** the result, and what is left over.",
    ],
    isNumbered: true,
    remarks: [
      "To understand it, follow a single example from the first step to the last.",
      "If you leave out one step in your mind, you see at once what it is good for.",
    ],
    closings: offers,
  },
  whatif: {
    openings: [
      "Let's think it through, from the first day to the long run:",
      "An interesting thought! I would split it by time:",
    ],
    items: [
      "**At once:** what would stop or start on the first day?",
      "**After a while:** who or what would adapt, and what could not?",
      "**In the long run:** what would everybody take for granted?",
      "**Unchanged:** what would stay just as it is? That part is easily overlooked.",
    ],
    remarks: ["It helps to change only this one thing in your mind and to leave all else as it is."],
    closings: ["What made you think of it?", ...offers],
  },
  advice: {
    openings: ["These points help most people with {s}:", "With {s}, I would keep to a few simple rules:"],
    items: [
      "**Prepare a little, but early.** Twenty minutes the day before are worth more than two hours at the last moment.",
      "**Decide what matters most.** One clear goal is easier to reach than five vague ones.",
      "**Practise the beginning.** Once the first minute goes well, the rest follows more easily.",
      "**Look back briefly.** Note one thing that went well and one to change next time.",
    ],
    remarks: ["And be patient with yourself: most people need a few attempts."],
    closings: ["What worries you most about it?", ...offers],
  },
  naming: {
    openings: ["Here are a few ideas, each with the reason why it could work:", "How about one of these?"],
    items: [
      "**Juno:** short, easy to call and hard to misspell.",
      "**Pepper:** cheerful, and known in many languages.",
      "**Northlight:** calm, and it still leaves room for everything to come.",
      "**Paperbird:** two plain words that make a picture together.",
    ],
    remarks: ["Say each of them aloud a few times. The right one is the one that you don't get tired of."],
    closings: [
      "Should it be more serious or more playful?",
      "Tell me what it should make people think of, and I will suggest more.",
    ],
  },
  steps: {
    openings: [
      "Here is a way to {s} that works in most cases:",
      "To {s}, I would go about it like this:",
      "You can {s} in a few manageable steps:",
    ],
    items: [
      "**Decide what you want.** Write down in one sentence what the result should look like.",
      "**Find out what you need.** That includes tools and time, and one person who has done it before.",
      "**Begin with a small version.** It shows early what is harder than expected.",
      "**Check the result.** Compare it with your sentence from the first step.",
      "**Improve one thing at a time.** Then you know what made the difference.",
    ],
    isNumbered: true,
    remarks: [
      "Most people get stuck because they begin with the third step and come back to the first one later.",
      "Half an hour at a fixed time gets you further than a whole day at some point.",
    ],
    closings: ["What is your starting point? With that I can make the steps more concrete.", ...offers],
  },
  why: {
    openings: [
      "“{q}” rarely has just one answer. Usually several reasons come together:",
      "There is more than one side to “{q}” I would look at these:",
    ],
    items: [
      "**The direct cause:** what happens just before, and without which it would not happen.",
      "**The conditions:** what has to be in place for that cause to have an effect.",
      "**The history:** how it came to be this way, and what has kept it so.",
    ],
    remarks: [
      "To see which one matters most, look for a similar case in which it does *not* happen, and compare the two.",
      "A reason is convincing if it also explains when the thing does not happen.",
    ],
    closings: offers,
  },
  who: {
    openings: [
      "I am not certain {s}, and a guess at a name would not help you. This is how I would find out:",
      "I can't say reliably {s}. These places usually settle it quickly:",
    ],
    items: [
      "**The source itself:** title pages, credits and imprints name the people responsible.",
      "**A reference work:** an encyclopedia or a library catalogue, where entries are checked.",
      "**A second source:** often several people had a part in it, and only one of them became famous.",
    ],
    remarks: ["Look at the date as well: it shows who can and who can't have been involved."],
    closings: ["If you have a text that mentions it, paste it here, and I will look for the name.", ...offers],
  },
  when: {
    openings: [
      "I don't have a reliable date for that, and a wrong one would be worse than none. This is how to find it:",
      "I can't give you a date that I am sure of. These places have it:",
    ],
    items: [
      "**An official page:** whoever is responsible usually names the date first.",
      "**A reference work:** good entries say how certain a date is.",
      "**The time around it:** events before and after narrow it down quickly.",
    ],
    remarks: ["Mind what is meant: the decision, the beginning and the first result often have three different dates."],
    closings: ["If you give me a text that mentions it, I will look for the date there.", ...offers],
  },
  where: {
    openings: [
      "That depends on where you are and what you need it for. I would look in this order:",
      "I can't see your surroundings, but these places are a good start:",
    ],
    items: [
      "**Nearby:** ask somebody who has needed the same; that is often the fastest way.",
      "**Online:** a map or a catalogue shows what is there, with opening hours and reviews.",
      "**At the source:** makers, offices and associations keep lists of their own.",
    ],
    remarks: ["Check the date of what you find: addresses and offers change more often than pages do."],
    closings: ["If you tell me the town or the field, I can narrow it down.", ...offers],
  },
  lookup: {
    openings: [
      "I am not sure enough about that to give you a straight answer. This is where I would look:",
      "I would rather not guess here. These sources usually settle it:",
    ],
    items: [
      "**A reference work:** an encyclopedia or an atlas, where entries are checked.",
      "**Somebody close to it:** a museum, an association or an office that deals with it every day.",
      "**A second source:** if both agree and neither copies the other, you can rely on it.",
    ],
    remarks: ["Note the date of what you find, since answers to such questions change over time."],
    closings: ["If you have a text on it, paste it here, and I will look for the answer.", ...offers],
  },
  amount: {
    openings: [
      "I don't have a figure for that which I could vouch for. What it comes to depends mainly on three things:",
      "I would rather not guess a number. These three things decide most of it:",
    ],
    items: [
      "**Scope:** what exactly is counted, and where you draw the line.",
      "**Conditions:** the starting point, the place and the quality that you expect.",
      "**Measure:** over what time, and whether you look at the average or at the worst case.",
    ],
    remarks: [
      "For a first estimate, take one typical case, count it out and scale it up. Then add some reserve.",
      "Two independent estimates that agree are worth more than one with many digits.",
    ],
    closings: ["Give me your figures, and I will work it out with you.", ...offers],
  },
  decision: {
    openings: [
      "It depends on your situation, but there is a quick way to decide:",
      "There is no answer that fits everybody. I would weigh it up like this:",
    ],
    items: [
      "**Speaks for it:** you have a concrete reason today, and you can try it at little cost.",
      "**Speaks against it:** it solves a problem that you don't have yet, or it is hard to undo.",
      "**Open:** what you would have to know to be sure, and how long it takes to find out.",
    ],
    remarks: [
      "If you can undo it, try it out. If not, sleep on it and ask one person who has been there.",
      "My tip: decide what would change your mind before you look for more opinions.",
    ],
    closings: ["What speaks for it in your case? Then I can give you a clearer recommendation.", ...offers],
  },
  claim: {
    openings: [
      "I would rather not say yes or no to that without a source. This is how I would check it:",
      "A plain yes or no could be wrong here. Three checks usually settle it:",
    ],
    items: [
      "**Wording:** what exactly is asked? A small change in the words can change the answer.",
      "**Source:** look for one that is responsible for the subject, and note its date.",
      "**Counter-check:** search for the opposite as well, and see who says so and why.",
    ],
    remarks: [
      "If two good sources that don't copy each other agree, you can rely on it for most purposes.",
      "Where they disagree, the difference is often in the conditions: for whom, how much, and since when.",
    ],
    closings: ["If you have a text on it, paste it here, and I will look for the answer.", ...offers],
  },
  opinion: {
    openings: [
      "As a program I have no tastes or feelings of my own, but I can tell you how I would look at it:",
      "I don't have an opinion of my own. I can help you to find yours, though:",
    ],
    items: [
      "**First thought:** what comes to mind before you begin to weigh things up?",
      "**Second thought:** what would somebody say who sees it differently?",
      "**Test:** if you had to choose today, which one would you miss more?",
    ],
    remarks: ["The first thought and the test often agree, and then the question is answered."],
    closings: ["What about you?", "How do you see it?"],
  },
  plan: {
    openings: [
      "That depends on your time and your mood. Here are three directions:",
      "Let's narrow it down. I see three ways to go about it:",
    ],
    items: [
      "**Quick:** something that you know well and that is done in half an hour.",
      "**New:** one thing that you have wanted to try for a while.",
      "**Together:** something for two or more, which is half of the fun.",
    ],
    remarks: [
      "If you can't decide, take the first one: a good choice now is better than a perfect one too late.",
      "My suggestion: take the new one if you have an hour, and the quick one if you don't.",
    ],
    closings: [
      "What do you have at hand, and how much time is there?",
      "Tell me what you like, and I will suggest something.",
    ],
  },
  choice: {
    openings: [
      "The best choice depends on what matters most to you. I would compare three things:",
      "There are several good options here. These questions narrow them down quickly:",
    ],
    items: [
      "**Fit:** does it do what you need every week, and not only what you might need one day?",
      "**Effort:** how long does it take until it works, and who looks after it later?",
      "**Cost:** what does it come to over two years, with everything that belongs to it?",
    ],
    remarks: [
      "Reduce the list to two candidates and try each of them with a real task. The better one usually shows within an hour.",
      "When two options are close, take the simpler one: it is easier to leave again.",
    ],
    closings: ["What is most important to you? Then I can make a suggestion.", ...offers],
  },
  trouble: {
    openings: [
      "I'm sorry to hear that. It sounds like a difficult moment, and it is good that you say so.",
      "That sounds hard, and I'm glad that you mention it.",
    ],
    items: [
      "**Right now:** take a short break, drink some water and breathe out slowly a few times.",
      "**Today:** choose one small thing that is in your hands, and leave the rest for tomorrow.",
      "**Soon:** talk to somebody you trust. Said aloud, most things become clearer.",
    ],
    remarks: ["If it lasts or gets worse, a doctor or a helpline is a good next step."],
    closings: ["Would you like to tell me what happened?", "What would help you most at the moment?"],
  },
  repair: {
    openings: [
      "That is annoying. Let's find the cause, with the simplest checks first:",
      "Let's narrow it down. I would go through these steps in order:",
    ],
    items: [
      "**What changed?** Think of an update, a new device or a setting just before it began.",
      "**Restart it.** Switch it off completely, wait half a minute, and try again.",
      "**Read the message.** Note it word for word, or take a picture of what you see.",
      "**Halve the problem.** Leave one part out, or try it elsewhere, to see where the fault is.",
    ],
    isNumbered: true,
    remarks: ["Change only one thing at a time. Otherwise it is hard to tell what helped."],
    closings: ["What exactly do you see, and since when?", "At which of these steps does something look odd?"],
  },
  news: {
    openings: [
      "Thanks for telling me. There are a few ways in which I could help with that:",
      "Good to know! This is what we could do with it:",
    ],
    items: [
      "**Sort it:** I put what you tell me into a list or a table.",
      "**Write it up:** I turn it into an email, a note or a short post.",
      "**Think it through:** I ask questions, and we look at what follows from it.",
    ],
    remarks: ["A sentence or two about what you have in mind is enough to begin."],
    closings: ["What would you like to do first?", "Where shall we start?"],
  },
} satisfies Record<string, Frame>;
