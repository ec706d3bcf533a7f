// Data: programs in scripts, queries and configuration. `NAME` stands for a function's name, `SUBJECT` for what it is for.
import type { CodeLanguage } from "./code-languages.js";

export const python: CodeLanguage = {
  tag: "python",
  name: "Python",
  pattern: /python|パイソン|파이썬|بايثون|פייתון|पायथन|питон|\bpandas\b|\bdjango\b/i,
  style: "snake",
  samples: {
    sum: `def add(a: float, b: float) -> float:
    """Return the sum of two numbers."""
    return a + b


print(add(2, 3))  # 5`,
    palindrome: `def is_palindrome(text: str) -> bool:
    """Tell whether a text reads the same in both directions."""
    letters = [letter.lower() for letter in text if letter.isalnum()]
    return letters == letters[::-1]


print(is_palindrome("Never odd or even"))  # True`,
    factorial: `def factorial(n: int) -> int:
    """Return the product of all whole numbers up to n."""
    return 1 if n <= 1 else n * factorial(n - 1)


print(factorial(5))  # 120`,
    regex: `import re

EMAIL = re.compile(r"[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+")


def is_email(text: str) -> bool:
    """True where the whole text is an email address."""
    return EMAIL.fullmatch(text) is not None


print(is_email("ada@example.com"))  # True`,
    test: `import unittest


def add(a: int, b: int) -> int:
    return a + b


class AddTest(unittest.TestCase):
    def test_adds_two_numbers(self) -> None:
        self.assertEqual(add(2, 3), 5)

    def test_takes_negative_numbers(self) -> None:
        self.assertEqual(add(-2, 2), 0)


if __name__ == "__main__":
    unittest.main()`,
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
};

export const ruby: CodeLanguage = {
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
};

export const sql: CodeLanguage = {
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
};

export const bash: CodeLanguage = {
  tag: "bash",
  name: "Bash",
  pattern: /\bgit\b|\bnpm\b|\blinux\b|\bbash\b|\bshell\b|\bterminal\b|\bcommand line\b/i,
  style: "snake",
  samples: {
    git: `# Undo the last commit and keep its changes
git reset --soft HEAD~1

# Undo it on a branch that others have already pulled
git revert HEAD`,
    backup: `#!/usr/bin/env bash
set -euo pipefail

# SUBJECT.
source="\${1:?Name the folder to back up}"
target="\${2:-$HOME/backups}"

mkdir -p "$target"
tar -czf "$target/$(basename "$source")-$(date +%F).tar.gz" -C "$(dirname "$source")" "$(basename "$source")"`,
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
};

export const yaml: CodeLanguage = {
  tag: "yaml",
  name: "YAML",
  pattern: /\bya?ml\b|\bdocker[- ]compose\b/i,
  style: "snake",
  samples: {
    ci: `# SUBJECT
name: checks
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
      - run: npm test`,
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
};

export const docker: CodeLanguage = {
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
};
