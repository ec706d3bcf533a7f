import { css, html, react } from "./page-code.js";
import { bash, docker, python, ruby, sql, yaml } from "./scripting-code.js";
import { c, cpp, csharp, go, java, kotlin, rust, swift } from "./systems-code.js";
import { javascript, php, typescript } from "./web-code.js";

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
  ["palindrome", /palindrom|回文|회문/i],
  ["factorial", /\bfa[ck]tori[ae]l|\bfakultät|факториал|阶乘|階乗|팩토리얼/i],
  ["form", /\b(?:log ?in|sign ?(?:in|up)|registration|contact)\b|\bforms?\b|formul/i],
  ["todo", /\bto-?dos?\b/i],
  ["test", /\bunit tests?\b|\btests? for\b|\btests\b/i],
  ["sum", /\b(?:adds?|adding|sums?) (?:up )?(?:two|2|both) (?:numbers|integers|values)\b|\bsum of two\b/i],
  ["debounce", /\bdebounc/i],
  ["center", /\bcent(?:er|re)/i],
  ["ci", /\bci\b|\bpipeline\b|\bworkflow\b/i],
  ["git", /\bgit\b/i],
  ["backup", /\bback(?:s|ing)? ?up\b/i],
  ["fibonacci", /fibonacci/i],
  ["fizzbuzz", /fizz ?buzz/i],
  ["hello", /hello,? world/i],
  ["reverse", /\brevers|umkehr|rückwärts|invers|invert|反転|反转|뒤집/i],
  [
    "sort",
    /\b(?:quick ?sort|merge ?sort|sort(?:s|ing)?)\b|sortier|\btri(?:e|er|ant)\b|\borden(?:a|ar|e)\b|сортир|排序|並べ替え|정렬/i,
  ],
  ["prime", /\bprimes?\b|primzahl|premiers\b|\bprim[oi]s?\b|простые|простых|素数|质数|소수|أولية|ראשוני|अभाज्य/i],
  ["fetch", /\b(?:fetch|download|http|api|request)\w*\b/i],
];
