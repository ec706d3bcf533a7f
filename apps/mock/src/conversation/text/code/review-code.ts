import { pick, type Random } from "../../../random.js";
import { bulletList } from "../forms/list.js";
import { codeLanguageOf } from "./write-code.js";

const tasks =
  /\b(?:review|explain|fix|debug|refactor|improve|optimi[sz]e|convert|rewrite|document|comment|simplify|what does|what's wrong|what is wrong|find the bug|clean up|look at|check)\b/i;

/** Remarks on code that the prompt brings, with the code itself; undefined where it brings none. */
export function codeRemarksFor(question: string, random: Random): string | undefined {
  const code = codeIn(question);
  if (code === undefined) return errorAdvice(question);
  const words = question.replace(code.text, " ");
  if (!tasks.test(words)) return undefined;
  const names = namesIn(code.text);
  const [first = "the first line", second] = names.map((name) => `\`${name}\``);
  if (/\bexplain\b|\bwhat does\b|\bwalk me through\b/i.test(words)) {
    return [
      `This code is about ${first}. Step by step:`,
      bulletList([
        `**Input:** ${names.length > 1 ? `It works with ${names.map((name) => `\`${name}\``).join(", ")}.` : `It reads ${first} once.`}`,
        "**Work:** Each statement builds on the one before, and nothing outside is changed.",
        `**Result:** What comes out depends on ${second ?? first} alone, so it is easy to test.`,
      ]),
      fenced(code),
    ].join("\n\n");
  }
  const target = targetOf(words);
  if (target !== undefined && /\b(?:convert|rewrite|port|translate)\b/i.test(words)) {
    return `Here it is:\n\n${fenced({ ...code, tag: target })}\n\nThe names stay as they were. Run your tests once more before you replace the old version.`;
  }
  const lead = pick(
    [
      "I had a look at your code. It reads well; these points I would change:",
      "Thanks for the code. Here is what I noticed:",
    ],
    random,
  );
  return [
    lead,
    bulletList([
      `**Check the result of ${first}.** Compare it with one case that you have worked out by hand.`,
      `**Handle empty input.** ${second ?? "An argument"} may be missing or empty.`,
      `**Say what it is for.** A short comment above ${first} helps the next reader.`,
    ]),
    fenced(code),
  ].join("\n\n");
}

/** Advises on an error message that the prompt quotes; undefined where there is none. */
function errorAdvice(question: string): string | undefined {
  const message = /\b(?:\w{0,30}(?:Error|Exception)): ?[^\n]{4,200}/.exec(question)?.[0];
  if (message === undefined || question.length > 1500) return undefined;
  const [, name] = /["'`](\w{1,40})["'`]/.exec(message) ?? [];
  const what = name === undefined ? "the value in that line" : `the value before \`${name}\``;
  return [
    `The message is \`${message.replaceAll("`", "").trim()}\`. In most cases it means that ${what} is not there yet when the line runs.`,
    "1. **Find the line.** The first line of your own code in the stack trace is the place to look.\n2. **Look at the value.** Log it right before that line, once with data and once without.\n3. **Give it a default.** Start with an empty value, or return early while the data is loading.\n4. **Add a test** for the empty case, so that it doesn't come back.",
    "If you paste the function, I can point to the exact place.",
  ].join("\n\n");
}

interface Code {
  text: string;
  tag: string;
}

function codeIn(question: string): Code | undefined {
  const block = /```([\w+#-]{0,20})\n([\s\S]{3,4000}?)(?:```|$)/.exec(question);
  if (block !== null) return { text: (block[2] ?? "").trimEnd(), tag: block[1] || guessedTag(block[2] ?? "") };
  const inline = /`([^`\n]{6,400})`/.exec(question)?.[1] ?? /[:\n]\s{0,9}(\S[\s\S]{5,3000})$/.exec(question)?.[1];
  return inline !== undefined && looksLikeCode(inline)
    ? { text: inline.trimEnd(), tag: guessedTag(inline) }
    : undefined;
}

const looksLikeCode = (text: string) =>
  /[;{}]\s*$|=>|\b(?:def|function|const|let|var|class|return|import|SELECT|fn|func)\b[^.]{0,80}[({:=]|\w\([^)]{0,80}\)\s*(?:[;{:]|$)/m.test(
    text,
  );

function guessedTag(code: string): string {
  if (/\bdef \w+\(|\bprint\(|^\s*import \w+$/m.test(code)) return "python";
  if (/\bSELECT\b/i.test(code)) return "sql";
  if (/\bfn \w+/.test(code)) return "rust";
  if (/\bfunc \w+/.test(code)) return "go";
  if (/<\/?[a-z][^>]*>/.test(code)) return "html";
  if (/:\s*(?:string|number|boolean)\b|\binterface\b/.test(code)) return "typescript";
  return "javascript";
}

const targetOf = (words: string) => codeLanguageOf(/\b(?:to|into|in) ([\w+#. ]{1,20})/i.exec(words)?.[1] ?? "")?.tag;

const keywords = new Set(
  "function const let var return class def if else for while import from export new async await public static void int string number boolean select where print console log true false null none self this in of not and or elif fn func let mut type interface".split(
    " ",
  ),
);

/** The first names that the code has, without the words of the language. */
function namesIn(code: string): string[] {
  const names = code.replaceAll(/(["'`]).*?\1/g, "").match(/[A-Za-z_]\w+/g) ?? [];
  return [...new Set(names)].filter((name) => !keywords.has(name.toLowerCase())).slice(0, 3);
}

const fenced = ({ text, tag }: Code) => `\`\`\`${tag}\n${text}\n\`\`\``;
