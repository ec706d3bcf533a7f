// Data: programs in compiled languages. `NAME` stands for a function's name, `SUBJECT` for what it is for.
import type { CodeLanguage } from "./code-languages.js";

export const rust: CodeLanguage = {
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
};

export const go: CodeLanguage = {
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
};

export const csharp: CodeLanguage = {
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
};

export const cpp: CodeLanguage = {
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
};

export const java: CodeLanguage = {
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
};

export const kotlin: CodeLanguage = {
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
};

export const swift: CodeLanguage = {
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
};

export const c: CodeLanguage = {
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
};
