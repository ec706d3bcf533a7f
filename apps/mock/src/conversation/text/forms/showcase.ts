import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { languages } from "../languages.js";
import { sentencesAbout } from "../prose.js";
import { markdownTable } from "./table.js";

/** All that Markdown of a model can hold, for those who build what shows it. */
export function showcase({ language }: Assignment, random: Random): string {
  const source = sentencesAbout("a good page", language, random);
  const say = (code: string) => languages.find((one) => one.code === code)?.sentences[0] ?? "";
  return [
    "# Heading 1",
    `${source.next()} Text can be **bold**, *italic*, ***both***, ~~struck through~~ or \`inline code\`, and it can have a [link](https://www.example.com/markdown "A title"), an address such as <https://www.example.com/>, a footnote[^1] and an emoji 🎉.`,
    "## Heading 2: lists",
    "- First item\n- Second item, with **emphasis**\n  - Nested item\n  - Another one\n    - Third level\n- Last item",
    "1. Measure\n2. Cut\n   - along the line\n   - not too fast\n3. Check",
    "- [x] A task that is done\n- [ ] A task that is open",
    "### Heading 3: a table",
    markdownTable(
      ["Left", "Centre", "Right"],
      [
        ["apple", "**bold**", "1.50"],
        ["pear", "`code`", "12.00"],
        ["a \\| b".replace("\\", ""), "[link](https://www.example.com/)", "3"],
      ],
    ).replace("| --- | --- | --- |", "| :--- | :---: | ---: |"),
    "#### Heading 4: code",
    '```python\ndef greet(name: str) -> str:\n    return f"Hello, {name}!"\n```',
    '```json\n{ "city": "Rome", "days": 3, "tags": ["sun", "food"] }\n```',
    "##### Heading 5: a quote",
    `> ${source.next()}\n>\n> > And a quote within the quote.`,
    "###### Heading 6: mathematics",
    "Inline, $E = mc^2$ or \\(a^2 + b^2 = c^2\\); as a block:\n\n$$\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n$$\n\n\\[\n\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}\n\\]",
    "---",
    `Right to left: ${say("ar")} ${say("he")}`,
    `East Asian: ${say("zh")}${say("ja")}${say("ko")}`,
    "A line that ends with two spaces  \nbreaks here. Marks are escaped: \\*not italic\\*, 1 < 2 & 3 > 2, <kbd>Ctrl</kbd> + <kbd>C</kbd>.",
    "![A small picture](https://images.example.com/lighthouse.png)",
    "[^1]: This is the footnote.",
  ].join("\n\n");
}
