/** Secrets that show by themselves what they are. */
const forms: Record<string, RegExp> = {
  "a key of a service":
    /\b(?=[\w-]*\d)(?:(?:sk|xai|pplx)-|(?:sk|rk)_live_|(?:hf|gsk|gh[opsu])_|xox[abp]-|AIza)[\w-]{20,}/,
  "a key of a cloud": /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  "a bearer token": /\bBearer +(?=\S*\d)[\w.~+/=-]{16,}/i,
  "a password in an address": /\b[a-z][\w+.-]*:\/\/[^\s:/@"'<>]*:[^\s/@"'<>]{3,}@[\w.-]+/i,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
};

/** A token may stand in a cookie, a cursor or a signed address; under these names and in the text of an error it is a secret. */
const token = /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

/** Names of headers and members whose value is a secret, whatever it looks like. */
const secretName =
  /(?:^|[-_.])(?:api[-_]?key|secret(?:[-_]key)?|password|passwd|authorization|credentials?|private[-_]?key|(?:access|auth|refresh|bearer)[-_]?token)$/i;

/** Placeholders: what stands in place of a secret in a text for people. */
const placeholder =
  /:pass(?:word|wd)?@|\*{3}|\.{3}|…|•|x{4}|your|example|dummy|placeholder|redacted|masked|[<>${}[\]]/i;

const shortest = 16;
const leastSigns = 8;

/** The members whose text a model or a caller has written, or that are addresses and signatures made for the caller. */
const writtenByOthers =
  /^(?:content|text|delta|arguments|partial_json|thinking|reasoning\w*|summary|description|input|instructions|refusal|signature|encrypted_content|\w*url|\w*cursor)$/;

/** A secret in an answer: what it is, and where it stands. */
export interface Shown {
  what: string;
  secret: string;
}

const allForms = Object.entries({ ...forms, "a token": token }).map(
  ([what, form]) => [what, new RegExp(form, `${form.flags}g`)] as const,
);

/** Finds secrets in a text that a server writes for people. */
export const secretsIn = (text: string): Shown[] =>
  allForms.flatMap(([what, form]) =>
    Array.from(text.matchAll(form), ([secret]) => ({ what, secret })).filter(({ secret }) => isReal(secret)),
  );

/** Finds secrets in the value of a header or a member, by their own form or by its name; names of keys have blanks, keys have none. */
export function secretsUnder(name: string, value: string): Shown[] {
  const isKey = value.length >= shortest && secretName.test(name) && /^\S*\d\S*$/.test(value) && isReal(value);
  const named = isKey ? [{ what: `a secret as ${name}`, secret: value }] : [];
  return [...named, ...secretsIn(value).filter(({ what }) => what !== "a token")];
}

/** Finds secrets in JSON, all but the texts that a model or the caller wrote. */
export function secretsInJson(value: unknown, name = ""): Shown[] {
  if (typeof value === "string") return secretsUnder(name, value);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) =>
    writtenByOthers.test(member) && typeof each === "string"
      ? []
      : secretsInJson(each, Array.isArray(value) ? name : member),
  );
}

/** Examples repeat signs, or say that they are examples. */
function isReal(secret: string): boolean {
  return !placeholder.test(secret) && new Set(secret).size >= leastSigns;
}

/** Traces of a server's own workings in a text, by where they come from. */
const traces: Record<string, RegExp> = {
  "a stack trace of JavaScript": /\n\s+at .+:\d+:\d+|\/node_modules\//,
  "a stack trace of Python": /Traceback \(most recent call last\)|File "[^"]+\.py", line \d+/,
  "a stack trace of Java":
    /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)|\b(?:java|javax|org|com)(?:\.\w+)+(?:Exception|Error)\b/,
  "a stack trace of .NET": /\bat [\w.<>`]+\(.*\) in .+:line \d+|\bSystem\.(?:\w+\.)*\w*Exception\b/,
  "a stack trace of PHP": /\b(?:Fatal error|Warning|Notice): .+ on line \d+|#\d+ \/\S+\.php\(\d+\)/,
  "a stack trace of Ruby": /\S+\.rb:\d+:in [`']/,
  "a stack trace of Go": /goroutine \d+ \[|\.go:\d+(?: \+0x|\b)|runtime error: /,
  "a panic of Rust": /panicked at |\.rs:\d+:\d+/,
  "an error of a database":
    /SQLSTATE|\bORA-\d{5}\b|syntax error at or near|psycopg2|sqlite3\.|duplicate key value violates|MongoServerError|SELECT .+ FROM /,
  "an address inside its network":
    /\b(?:ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|connection refused|dial tcp)\b|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}:\d+|\b[\w-]+\.(?:svc\.cluster\.local|internal):?\d*/i,
  "a file of the server":
    /(?:^|[\s"'(:])\/(?:usr|home|var|opt|srv|app|etc)\/[\w.-]+\/|\b[A-Z]:\\\\?(?:Users|inetpub|Program Files)/,
};

/** Names in a few words what a text shows of the workings of a server; undefined where it shows nothing. */
export function internalsIn(text: string): string | undefined {
  const plain = text.replaceAll("\\n", "\n").replaceAll("\\/", "/").replaceAll('\\"', '"');
  return Object.entries(traces).find(([, trace]) => trace.test(plain))?.[0];
}
