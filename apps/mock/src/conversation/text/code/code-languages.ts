import { bash, docker, python, ruby, sql, yaml } from "./scripting-code.js";
import { c, cpp, csharp, go, java, kotlin, rust, swift } from "./systems-code.js";
import { css, html, javascript, php, react, typescript } from "./web-code.js";

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
  typescript,
  react,
  javascript,
  python,
  rust,
  go,
  csharp,
  cpp,
  java,
  kotlin,
  swift,
  ruby,
  php,
  sql,
  html,
  css,
  bash,
  yaml,
  docker,
  c,
];

export const codeTasks: readonly [string, RegExp][] = [
  ["regex", /\bregex(?:p)?\b|\bregular expression\b|\bvalidat\w+ (?:an? )?e-?mail/i],
  ["test", /\bunit tests?\b|\btests? for\b/i],
  ["debounce", /\bdebounc/i],
  ["center", /\bcent(?:er|re)/i],
  ["ci", /\bci\b|\bpipeline\b|\bworkflow\b/i],
  ["git", /\bgit\b/i],
  ["backup", /\bback(?:s|ing)? ?up\b/i],
  ["fibonacci", /fibonacci/i],
  ["fizzbuzz", /fizz ?buzz/i],
  ["hello", /hello,? world/i],
  ["reverse", /\breverse/i],
  ["sort", /\b(?:quick ?sort|merge ?sort|sort(?:s|ing)?)\b/i],
  ["prime", /\bprimes?\b/i],
  ["fetch", /\b(?:fetch|download|http|api|request)\w*\b/i],
];
