import { expect, test } from "vitest";
import { assignmentOf, conversation, say, seeds, turn } from "./said.js";

test.each([
  ["12*9", "12 × 9 = **108**"],
  ["What is 17 + 25?", "17 + 25 = **42**"],
  ["(3+4)*2", "(3 + 4) × 2 = **14**"],
  ["2 + 3 * 4 - 1", "2 + 3 × 4 − 1 = **13**"],
  ["what's 15% of 80", "15% of 80 = **12**"],
  ["What is the square root of 144?", "√144 = **12**"],
  ["Convert 100 km to miles", "100 km = **62.14 miles**"],
])("a sum is worked out: %s", async (prompt, answer) => {
  expect(await say(prompt)).toBe(answer);
});

test.each([
  ["How many days are in a leap year?", "366"],
  ["how many hours are there in a week", "168"],
  ["How many continents are there?", "7"],
])("a number that everybody knows is said: %s", async (prompt, number) => {
  expect(await say(prompt)).toContain(`**${number}**`);
});

test("countries of a continent are on it", async () => {
  const text = await say("List 10 countries in Europe");

  expect(text.match(/^- /gm)).toHaveLength(10);
  expect(text).not.toMatch(/Singapore|Japan|Korea|Kenya|Canada/);
});

test("things that are known are compared by what they are, under the names that they have", async () => {
  expect(await say("Explain the difference between let and const")).toContain("**let** and **const** differ");
});

test.each(["I have 3 + 4 apples", "My number is 555-1234", "2026-05-04", "What is 1 / 0?"])(
  "what is no sum is not worked out: %s",
  async (prompt) => {
    expect(await say(prompt)).not.toMatch(/ = \*\*/);
  },
);

test.each([
  ["Say nothing but pong", "pong"],
  ["reply with just OK", "OK"],
  ["Make this uppercase: hello world", "HELLO WORLD"],
  ["spell 'banana' backwards", "ananab"],
  ["Sort these: pear, apple, fig", "apple, fig, pear"],
  ["Extract the email from: contact us at info@example.com please", "info@example.com"],
  ["How many r's are in strawberry?", "There are **3** “r” in “strawberry”."],
  ["Classify the sentiment: I love this phone", "Positive"],
  ["Is Paris in France? Answer yes or no.", "Yes"],
  ["Is Paris in Italy? Answer yes or no.", "No"],
  ["Count to five", "1, 2, 3, 4, 5"],
  ["How tall is Mount Everest?", "**Mount Everest:** height **8,849 m**."],
  ["How do you say thank you in Japanese?", "**ありがとうございます！**"],
])("a question with one answer gets it: %s", async (prompt, answer) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toBe(answer);
});

test.each([
  ["What is the capital of Italy?", "Rome"],
  ["Was ist die Hauptstadt von Italien?", "Rom"],
  ["Quelle est la capitale de la France ?", "Paris"],
  ["¿Cuál es la capital de España?", "Madrid"],
  ["日本の首都はどこですか", "東京"],
  ["ما هي عاصمة فرنسا؟", "باريس"],
  ["Какая столица Франции?", "Париж"],
])("a capital is named in the language of the question: %s", async (prompt, city) => {
  expect(await say(prompt)).toContain(`**${city}**`);
});

test("“And of Spain?” goes on with the capital that was asked for", async () => {
  const turns = [
    turn("user", "What is the capital of Italy?"),
    turn("assistant", "Rome."),
    turn("user", "And of Spain?"),
  ];

  expect(await say("", { turns })).toContain("**Madrid**");
});

test("one thing is one name, and so many things are names alone", async () => {
  for (const seed of seeds) {
    expect(await say("Name one prime.", {}, seed)).toMatch(/^One example is \*\*\d+\*\*\.$/);
    expect(await say("Name three rivers", {}, seed)).toMatch(/^Here are three rivers:\n\n(?:- \p{L}+\n?){3}$/u);
  }
});

test("the name that a user gives is remembered", async () => {
  const turns = [turn("user", "Hi, my name is Anna"), turn("assistant", "Hello!"), turn("user", "What is my name?")];

  expect(await say("Hi, my name is Anna")).toContain("Anna");
  expect(await say("", { turns })).toBe("Your name is **Anna**.");
  expect(await say("What is my name?")).toContain("haven't told me");
});

test("the system prompt gives a name, labels and members", async () => {
  const invoice = "My invoice is wrong";
  const labels = "Classify the message as billing, technical or other. Reply with one word.";

  expect(await say("Who are you?", { instructions: "You are Ava, an assistant." })).toContain("**Ava**");
  expect(await say(invoice, { instructions: labels })).toBe("billing");
  const members = { instructions: "Reply only in JSON with keys answer and confidence." };
  expect(JSON.parse(await say("What is the capital of Italy?", members))).toEqual({
    answer: "Rome",
    confidence: expect.any(Number),
  });
});

test.each([
  ["Pick a number from 1 to 10", /^\*\*(?:[1-9]|10)\*\*$/],
  ["flip a coin", /^\*\*(?:Heads|Tails)\*\*$/],
  ["roll two dice", /^🎲 \*\*[1-6], [1-6]\*\* \(\d+ in total\)$/u],
  ["Generate a UUID", /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
])("chance depends on the seed: %s", async (prompt, form) => {
  const said = await Promise.all(seeds.map((seed) => say(prompt, {}, seed)));

  for (const one of said) expect(one).toMatch(form);
  expect(new Set(said).size).toBeGreaterThan(1);
});

test("a joke is told, and another one", async () => {
  const turns = [turn("user", "Tell me a joke"), turn("assistant", "…"), turn("user", "another one")];

  expect(await say("Tell me a joke")).not.toContain("a joke");
  expect(await say("", { turns })).not.toContain("a joke");
});

test("what a customer asks of a shop gets steps, with the number of the order", async () => {
  const text = await say("Where is my order #12345?");

  expect(text).toContain("**#12345**");
  expect(text).toContain("\n2. ");
});

test("“make it shorter” gives the first half of what was said", async () => {
  const poem = "One\nTwo\nThree\nFour";
  const turns = [turn("user", "Write a poem"), turn("assistant", poem), turn("user", "make it shorter")];

  expect(await say("", { turns })).toBe("One\nTwo");
});

test("an assignment cuts what it keeps of a long system prompt and history", () => {
  const long = "word ".repeat(5000);
  const { rules, previous } = assignmentOf(
    conversation([turn("user", long), turn("user", "x")], { instructions: long }),
  );

  expect(rules.length).toBeLessThanOrEqual(6000);
  expect(previous.join("").length).toBeLessThanOrEqual(300);
});

test.each([
  ["Which is larger, 9.11 or 9.9?", "**9.9** is larger than 9.11."],
  ["Which number is the smallest: 4, 12 or -3?", "**-3** is smallest."],
  ["What day comes after Tuesday?", "**Wednesday** comes after Tuesday."],
  ["What month comes before January?", "**December** comes before January."],
])("what stands in an order is told by it: %s", async (prompt, answer) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toBe(answer);
});

test.each([
  ["Where do I live?", "You live in **Oslo**."],
  ["What is my name?", "Your name is **Priya**."],
])("what the user told before is known: %s", async (prompt, answer) => {
  const turns = [turn("user", "My name is Priya and I live in Oslo."), turn("assistant", "Nice to meet you, Priya!")];

  expect(await say("", { turns: [...turns, turn("user", prompt)] })).toBe(answer);
});

test("one sentence that is to be shorter doesn't get longer", async () => {
  const turns = [turn("user", "Tell me about Rome"), turn("assistant", "Rome has 2.8 million inhabitants.")];

  expect(await say("", { turns: [...turns, turn("user", "Make it shorter")] })).toBe(
    "Rome has 2.8 million inhabitants.",
  );
});

test("a greeting before a question isn't taken for its subject", async () => {
  expect(await say("Hello, who are you?")).toBe(await say("Who are you?"));
});

test("a decimal point doesn't end a sentence of a summary", async () => {
  const summary = await say("Summarise this in one sentence: Revenue grew 12% to $4.2M this year. Churn fell to 2%.");

  expect(summary).toBe("Revenue grew 12% to $4.2M this year.");
});

test("how long an answer is to be isn't taken for its subject", async () => {
  for (const seed of seeds) expect(await say("In one sentence, explain TCP.", {}, seed)).not.toMatch(/one sentence/i);
});

test.each([
  ["Solve x^2 - 5x + 6 = 0", "x = **2** or x = **3**"],
  ["Solve for x: 2x + 4 = 10", "x = **3**"],
  ["Solve x² + 2x + 1 = 0", "x = **-1**"],
  ["Say 'hello world' three times", "hello world\nhello world\nhello world"],
  ["Count down from 5", "5, 4, 3, 2, 1"],
  ["What is the capital of Kazakhstan?", "It is **Astana**."],
  ["한국의 수도는 어디인가요?", "**서울**입니다."],
  ["thanks, bye", "Goodbye! Come back whenever you like. 👋"],
  ["?", "I'm not sure what you mean by that. Could you say it in a few words?"],
])("what a stranger asked gets its answer: %s", async (prompt, answer) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toBe(answer);
});

test.each([
  ["List the days of the week", 7],
  ["List the planets in order", 8],
  ["List all continents", 7],
])("a list of all there are is whole and in its order: %s", async (prompt, count) => {
  expect((await say(prompt)).match(/^- /gm)).toHaveLength(count);
});
