// Data: programs in the languages that people ask for. `NAME` stands for a function's name, `SUBJECT` for what it is for.

/** A language that code is written in. */
export interface CodeLanguage {
  /** As a fence names it. */
  tag: string;
  /** As people say it. */
  name: string;
  pattern: RegExp;
  /** The style of function names. */
  style: "camel" | "snake" | "pascal";
  /** By task; `default` fits any. */
  samples: { default: string } & Record<string, string>;
}

export const codeLanguages: readonly CodeLanguage[] = [
  {
    tag: "typescript",
    name: "TypeScript",
    pattern: /\btypescript\b|\bts\b/i,
    style: "camel",
    samples: {
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
  },
  {
    tag: "tsx",
    name: "React",
    pattern: /\breact\b|\btsx\b|\bjsx\b/i,
    style: "pascal",
    samples: {
      default: `import { useState } from "react";

/** SUBJECT. */
export function NAME() {
  const [count, setCount] = useState(0);

  return (
    <section>
      <h2>Clicked {count} times</h2>
      <button type="button" onClick={() => setCount(count + 1)}>
        Add one
      </button>
    </section>
  );
}`,
    },
  },
  {
    tag: "javascript",
    name: "JavaScript",
    pattern: /\bjavascript\b|\bjs\b|\bnode(?:\.?js)?\b/i,
    style: "camel",
    samples: {
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
  },
  {
    tag: "python",
    name: "Python",
    pattern: /\bpython\b|\bpandas\b|\bdjango\b/i,
    style: "snake",
    samples: {
      default: `from collections import Counter


def NAME(items: list[str], top: int = 3) -> list[tuple[str, int]]:
    """SUBJECT."""
    counts = Counter(item.strip().lower() for item in items)
    return counts.most_common(top)


if __name__ == "__main__":
    print(NAME(["Oslo", "Rome", "oslo"]))  # [('oslo', 2), ('rome', 1)]`,
      fibonacci: `def fibonacci(n: int) -> int:
    """Return the n-th Fibonacci number."""
    previous, current = 0, 1
    for _ in range(n):
        previous, current = current, previous + current
    return previous


print([fibonacci(n) for n in range(8)])  # [0, 1, 1, 2, 3, 5, 8, 13]`,
      reverse: `def NAME(text: str) -> str:
    """Return the text from its end to its beginning."""
    return text[::-1]


print(NAME("stressed"))  # desserts`,
      sort: `def NAME(items: list[int]) -> list[int]:
    """Sort a list with quicksort and return a new one."""
    if len(items) <= 1:
        return items
    pivot, *rest = items
    smaller = [item for item in rest if item < pivot]
    larger = [item for item in rest if item >= pivot]
    return [*NAME(smaller), pivot, *NAME(larger)]


print(NAME([5, 2, 9, 1]))  # [1, 2, 5, 9]`,
      prime: `def is_prime(number: int) -> bool:
    """Tell whether a number is prime."""
    if number < 2:
        return False
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


print([number for number in range(20) if is_prime(number)])`,
      hello: `print("Hello, world!")`,
      fizzbuzz: `for number in range(1, 16):
    word = ("Fizz" if number % 3 == 0 else "") + ("Buzz" if number % 5 == 0 else "")
    print(word or number)`,
      fetch: `import json
from urllib.request import urlopen


def NAME(url: str) -> list[dict]:
    """Read a list of items from a web service."""
    with urlopen(url, timeout=10) as response:
        return json.load(response)


print(NAME("https://api.example.com/items"))`,
    },
  },
  {
    tag: "rust",
    name: "Rust",
    pattern: /\brust\b/i,
    style: "snake",
    samples: {
      default: `use std::collections::BTreeMap;

/// SUBJECT.
fn NAME(items: &[&str]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item.to_lowercase()).or_insert(0) += 1;
    }
    counts
}

fn main() {
    println!("{:?}", NAME(&["Oslo", "Rome", "oslo"]));
}`,
      hello: `fn main() {
    println!("Hello, world!");
}`,
    },
  },
  {
    tag: "go",
    name: "Go",
    pattern: /\bgolang\b|\bin Go\b|\bGo (?:code|function|program|snippet|example)\b/,
    style: "camel",
    samples: {
      default: `package main

import (
	"fmt"
	"strings"
)

// NAME: SUBJECT.
func NAME(items []string) map[string]int {
	counts := make(map[string]int)
	for _, item := range items {
		counts[strings.ToLower(item)]++
	}
	return counts
}

func main() {
	fmt.Println(NAME([]string{"Oslo", "Rome", "oslo"}))
}`,
      hello: `package main

import "fmt"

func main() {
	fmt.Println("Hello, world!")
}`,
    },
  },
  {
    tag: "csharp",
    name: "C#",
    pattern: /\bc#|\bcsharp\b|\.net\b/i,
    style: "pascal",
    samples: {
      default: `using System;
using System.Collections.Generic;
using System.Linq;

public static class Program
{
    /// <summary>SUBJECT.</summary>
    public static IEnumerable<string> NAME(IEnumerable<string> items) =>
        items.Select(item => item.Trim()).Distinct().OrderBy(item => item);

    public static void Main()
    {
        Console.WriteLine(string.Join(", ", NAME(new[] { "pear", "apple", "pear" })));
    }
}`,
    },
  },
  {
    tag: "cpp",
    name: "C++",
    pattern: /\bc\+\+|\bcpp\b/i,
    style: "snake",
    samples: {
      default: `#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

// SUBJECT.
std::vector<std::string> NAME(std::vector<std::string> items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items;
}

int main() {
    for (const auto& item : NAME({"pear", "apple", "pear"})) {
        std::cout << item << '\\n';
    }
}`,
    },
  },
  {
    tag: "java",
    name: "Java",
    pattern: /\bjava\b/i,
    style: "camel",
    samples: {
      default: `import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class Main {
    /** SUBJECT. */
    static Map<String, Long> NAME(List<String> items) {
        return items.stream()
            .map(String::toLowerCase)
            .collect(Collectors.groupingBy(item -> item, Collectors.counting()));
    }

    public static void main(String[] args) {
        System.out.println(NAME(List.of("Oslo", "Rome", "oslo")));
    }
}`,
      hello: `public class Main {
    public static void main(String[] args) {
        System.out.println("Hello, world!");
    }
}`,
    },
  },
  {
    tag: "kotlin",
    name: "Kotlin",
    pattern: /\bkotlin\b/i,
    style: "camel",
    samples: {
      default: `/** SUBJECT. */
fun NAME(items: List<String>): Map<String, Int> =
    items.map { it.lowercase() }
        .groupingBy { it }
        .eachCount()

fun main() {
    println(NAME(listOf("Oslo", "Rome", "oslo")))
}`,
    },
  },
  {
    tag: "swift",
    name: "Swift",
    pattern: /\bswift\b/i,
    style: "camel",
    samples: {
      default: `/// SUBJECT.
func NAME(_ items: [String]) -> [String: Int] {
    items.reduce(into: [:]) { counts, item in
        counts[item.lowercased(), default: 0] += 1
    }
}

print(NAME(["Oslo", "Rome", "oslo"]))`,
    },
  },
  {
    tag: "ruby",
    name: "Ruby",
    pattern: /\bruby\b|\brails\b/i,
    style: "snake",
    samples: {
      default: `# SUBJECT.
def NAME(items)
  items.map(&:downcase).tally.sort_by { |name, count| [-count, name] }
end

puts NAME(%w[Oslo Rome oslo]).inspect`,
    },
  },
  {
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
  },
  {
    tag: "sql",
    name: "SQL",
    pattern: /\bsql\b|\bpostgres(?:ql)?\b|\bsqlite\b/i,
    style: "snake",
    samples: {
      default: `-- SUBJECT
SELECT
  customers.name,
  COUNT(orders.id) AS order_count,
  SUM(orders.total) AS revenue
FROM customers
JOIN orders ON orders.customer_id = customers.id
WHERE orders.created_at >= '2026-01-01'
GROUP BY customers.name
ORDER BY revenue DESC
LIMIT 10;`,
    },
  },
  {
    tag: "html",
    name: "HTML",
    pattern: /\bhtml\b|\bweb ?page\b/i,
    style: "camel",
    samples: {
      default: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>SUBJECT</title>
  </head>
  <body>
    <main>
      <h1>SUBJECT</h1>
      <p>A short introduction goes here.</p>
      <a href="https://www.example.com/">Read more</a>
    </main>
  </body>
</html>`,
    },
  },
  {
    tag: "css",
    name: "CSS",
    pattern: /\bcss\b|\bstylesheet\b/i,
    style: "camel",
    samples: {
      default: `/* SUBJECT */
.card {
  display: grid;
  gap: 1rem;
  padding: 1.5rem;
  border-radius: 0.75rem;
  background: Canvas;
  box-shadow: 0 1px 4px rgb(0 0 0 / 20%);
}

@media (min-width: 40rem) {
  .card {
    grid-template-columns: 1fr 2fr;
  }
}`,
    },
  },
  {
    tag: "bash",
    name: "Bash",
    pattern: /\bbash\b|\bshell\b|\bterminal\b|\bcommand line\b/i,
    style: "snake",
    samples: {
      default: `#!/usr/bin/env bash
set -euo pipefail

# SUBJECT.
NAME() {
  local folder="\${1:-.}"
  find "$folder" -type f -name '*.txt' -print0 | while IFS= read -r -d '' file; do
    printf '%6d %s\\n' "$(wc -l < "$file")" "$file"
  done
}

NAME "$@"`,
    },
  },
  {
    tag: "yaml",
    name: "YAML",
    pattern: /\bya?ml\b|\bdocker[- ]compose\b/i,
    style: "snake",
    samples: {
      default: `# SUBJECT
services:
  web:
    image: registry.example.com/web:1.4
    ports:
      - "8080:8080"
    environment:
      LOG_LEVEL: info
    depends_on:
      - database
  database:
    image: registry.example.com/database:16
    volumes:
      - data:/var/lib/data
volumes:
  data: {}`,
    },
  },
  {
    tag: "dockerfile",
    name: "Docker",
    pattern: /\bdocker(?:file)?\b/i,
    style: "snake",
    samples: {
      default: `# SUBJECT
FROM node:24-slim
WORKDIR /app
COPY package.json ./
RUN npm install --omit=dev
COPY . .
USER node
EXPOSE 8080
CMD ["node", "server.js"]`,
    },
  },
  {
    tag: "c",
    name: "C",
    pattern: /\bin C\b(?![+#])|\bC (?:code|function|program)\b/,
    style: "snake",
    samples: {
      default: `#include <stdio.h>

/* SUBJECT. */
static int NAME(const int *values, int count) {
    int sum = 0;
    for (int index = 0; index < count; index++) {
        sum += values[index];
    }
    return sum;
}

int main(void) {
    int values[] = {3, 5, 7};
    printf("%d\\n", NAME(values, 3));
    return 0;
}`,
    },
  },
];

export const codeTasks: readonly [string, RegExp][] = [
  ["fibonacci", /fibonacci/i],
  ["fizzbuzz", /fizz ?buzz/i],
  ["hello", /hello,? world/i],
  ["reverse", /\breverse/i],
  ["sort", /\b(?:quick ?sort|merge ?sort|sort(?:s|ing)?)\b/i],
  ["prime", /\bprimes?\b/i],
  ["fetch", /\b(?:fetch|download|http|api|request)\w*\b/i],
];
