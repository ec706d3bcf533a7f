import type { Capture } from "@model-access/contract/proxy";

/** Forms of keys and tokens, of whatever service; a digit is in all of them, so that no word is taken for one. */
const forms = [
  /\b(?:[sprk]k|gh[a-z]|github_pat|glpat|xox[a-z]|npm|hf)[-_](?=[\w-]*\d)[\w-]{16,}/g,
  /\bA[KS]IA[A-Z0-9]{16}\b/g,
  /\bAIza(?=[\w-]*\d)[\w-]{30,}/g,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
];

/** Finds what looks like a key of any service in a request, such as a prompt into which somebody pasted one. */
export function pastedKeys({ target, requestBody }: Pick<Capture, "target" | "requestBody">): string[] {
  const text = `${target} ${Buffer.concat(requestBody).toString("latin1")}`;
  return [...new Set(forms.flatMap((form) => text.match(form) ?? []))];
}
