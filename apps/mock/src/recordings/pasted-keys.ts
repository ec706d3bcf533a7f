import type { Capture } from "@model-access/contract/proxy";

/** The beginnings of keys and tokens of common services, and all that may follow; nothing is read twice. */
const beginning = /\b(?:(?:[sprk]k|gh[a-z]|github_pat|glpat|xox[a-z]|npm|hf)[-_]|A[KS]IA|AIza|eyJ)[\w.-]*/;

/** A JSON Web Token (RFC 7519), which begins as any JSON in base64 does. */
const webToken = /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

/** The line before a private key in PEM (RFC 7468), and how many such keys, how long, can be masked in little time. */
const pemLabel = /-----BEGIN (?:[A-Z]{1,20} ){0,2}PRIVATE KEY(?: BLOCK)?-----/;
const mostPems = 10;
const longestPem = 16_384;

/** Finds what looks like a key of any service in a request, such as a prompt into which somebody pasted one. */
export function pastedKeys({ target, requestBody }: Pick<Capture, "target" | "requestBody">): string[] {
  // In JSON the letter of an escaped line end stands before what begins a line.
  const text = `${target} ${Buffer.concat(requestBody).toString("latin1")}`.replaceAll(/\\[nrt]/g, " ");
  const found = [...text.matchAll(/[\w.-]{20,}/g)].flatMap(([word]) => beginning.exec(word)?.[0] ?? []);
  return [...new Set(found.map((key) => key.replace(/\.+$/, "")))].filter(isKey).concat(privateKeys(text));
}

/** Returns the lines between the first and the last one of each private key. */
function privateKeys(text: string): string[] {
  const pems = text.split(pemLabel).slice(1, 1 + mostPems);
  return pems.map((pem) => {
    const [body = ""] = pem.slice(0, longestPem).split("-----", 1);
    return (body.match(/[\w+/=]{8,}/g) ?? []).join(" ");
  });
}

/** A digit is in every key, so that no long word is taken for one. */
function isKey(word: string): boolean {
  return word.startsWith("eyJ") ? webToken.test(word) : word.length >= 19 && /\d/.test(word);
}
