/** Jokes, most of them a question and its answer. */
export const jokes: readonly string[] = [
  "Why do programmers prefer dark mode?\n\nBecause light attracts bugs. 🐛",
  "I told my computer that I needed a break.\n\nIt said: “No problem, I'll go to sleep.” 😴",
  "There are 10 kinds of people: those who understand binary, and those who don't.",
  "Why did the developer go broke?\n\nBecause he used up all his cache. 💸",
  "A SQL query walks into a bar, goes up to two tables and asks: “May I join you?” 🍻",
  "How do trees get online?\n\nThey log in. 🌳",
];
