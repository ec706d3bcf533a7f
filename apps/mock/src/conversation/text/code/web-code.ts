// Data: programs in the languages of browsers and servers. `NAME` stands for a function's name, `SUBJECT` for what it is for.
import type { CodeLanguage } from "./code-languages.js";

export const typescript: CodeLanguage = {
  tag: "typescript",
  name: "TypeScript",
  pattern: /\btypescript\b|\bts\b/i,
  style: "camel",
  samples: {
    sum: `export function add(a: number, b: number): number {
  return a + b;
}

console.log(add(2, 3)); // 5`,
    palindrome: `export function isPalindrome(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
  return letters === [...letters].reverse().join("");
}

console.log(isPalindrome("Never odd or even")); // true`,
    factorial: `export function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

console.log(factorial(5)); // 120`,
    sort: `export function NAME(items: readonly number[]): number[] {
  const [pivot, ...rest] = items;
  if (pivot === undefined) return [];
  const smaller = rest.filter((item) => item < pivot);
  const larger = rest.filter((item) => item >= pivot);
  return [...NAME(smaller), pivot, ...NAME(larger)];
}

console.log(NAME([5, 2, 9, 1])); // [1, 2, 5, 9]`,
    reverse: `export function NAME(text: string): string {
  return [...text].reverse().join("");
}

console.log(NAME("stressed")); // "desserts"`,
    prime: `export function isPrime(number: number): boolean {
  if (number < 2) return false;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return false;
  }
  return true;
}

console.log([7, 9, 11].filter(isPrime)); // [7, 11]`,
    regex: `const EMAIL = /^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/;

/** True where the whole text is an email address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

console.log(isEmail("ada@example.com")); // true`,
    test: `import assert from "node:assert/strict";
import { test } from "node:test";

const add = (a: number, b: number): number => a + b;

test("adds two numbers", () => {
  assert.equal(add(2, 3), 5);
});

test("takes negative numbers", () => {
  assert.equal(add(-2, 2), 0);
});`,
    debounce: `/** Calls a function once it has not been asked for during the delay. */
export function debounce<Args extends unknown[]>(call: (...args: Args) => void, delayMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), delayMs);
  };
}`,
    default: `/** SUBJECT. */
export function NAME(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = item.trim().toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

console.log(NAME(["Oslo", "Rome", "oslo"])); // Map(2) { "oslo" => 2, "rome" => 1 }`,
    fibonacci: `export function fibonacci(n: number): number {
  let [previous, current] = [0, 1];
  for (let index = 0; index < n; index += 1) {
    [previous, current] = [current, previous + current];
  }
  return previous;
}

console.log([1, 2, 3, 4, 5].map(fibonacci)); // [1, 1, 2, 3, 5]`,
    fetch: `interface Item {
  id: string;
  title: string;
}

export async function NAME(url: string): Promise<Item[]> {
  const response = await fetch(url, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(\`The server answered \${response.status}.\`);
  return (await response.json()) as Item[];
}

console.log(await NAME("https://api.example.com/items"));`,
  },
};

export const javascript: CodeLanguage = {
  tag: "javascript",
  name: "JavaScript",
  pattern: /\bjavascript\b|\bjs\b|\bnode(?:\.?js)?\b/i,
  style: "camel",
  samples: {
    sum: `function add(a, b) {
  return a + b;
}

console.log(add(2, 3)); // 5`,
    palindrome: `function isPalindrome(text) {
  const letters = text.toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
  return letters === [...letters].reverse().join("");
}

console.log(isPalindrome("Never odd or even")); // true`,
    factorial: `function factorial(n) {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

console.log(factorial(5)); // 120`,
    sort: `function NAME(items) {
  const [pivot, ...rest] = items;
  if (pivot === undefined) return [];
  const smaller = rest.filter((item) => item < pivot);
  const larger = rest.filter((item) => item >= pivot);
  return [...NAME(smaller), pivot, ...NAME(larger)];
}

console.log(NAME([5, 2, 9, 1])); // [1, 2, 5, 9]`,
    regex: `const EMAIL = /^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/;

/** True where the whole text is an email address. */
function isEmail(text) {
  return EMAIL.test(text);
}

console.log(isEmail("ada@example.com")); // true`,
    test: `const assert = require("node:assert/strict");
const { test } = require("node:test");

const add = (a, b) => a + b;

test("adds two numbers", () => {
  assert.equal(add(2, 3), 5);
});

test("takes negative numbers", () => {
  assert.equal(add(-2, 2), 0);
});`,
    debounce: `/** Calls a function once it has not been asked for during the delay. */
function debounce(call, delayMs) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), delayMs);
  };
}`,
    default: `/** SUBJECT. */
function NAME(items) {
  const unique = [...new Set(items)];
  return unique.sort((a, b) => String(a).localeCompare(String(b)));
}

console.log(NAME(["pear", "apple", "pear"])); // ["apple", "pear"]`,
    fibonacci: `function* fibonacci(count) {
  let [previous, current] = [0, 1];
  for (let index = 0; index < count; index += 1) {
    yield previous;
    [previous, current] = [current, previous + current];
  }
}

console.log([...fibonacci(8)]); // [0, 1, 1, 2, 3, 5, 8, 13]`,
    reverse: `function NAME(text) {
  return [...text].reverse().join("");
}

console.log(NAME("stressed")); // "desserts"`,
    prime: `function isPrime(number) {
  if (number < 2) return false;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return false;
  }
  return true;
}

console.log([7, 9, 11].filter(isPrime)); // [7, 11]`,
    hello: `console.log("Hello, world!");`,
    fizzbuzz: `for (let number = 1; number <= 15; number += 1) {
  const word = (number % 3 === 0 ? "Fizz" : "") + (number % 5 === 0 ? "Buzz" : "");
  console.log(word || number);
}`,
    fetch: `async function NAME(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(\`The server answered \${response.status}.\`);
  return response.json();
}

NAME("https://api.example.com/items").then(console.log, console.error);`,
  },
};

export const php: CodeLanguage = {
  tag: "php",
  name: "PHP",
  pattern: /\bphp\b|\blaravel\b/i,
  style: "camel",
  samples: {
    default: `<?php

/** SUBJECT. */
function NAME(array $items): array
{
    $counts = array_count_values(array_map('strtolower', $items));
    arsort($counts);

    return $counts;
}

print_r(NAME(['Oslo', 'Rome', 'oslo']));`,
  },
};
