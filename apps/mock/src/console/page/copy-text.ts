/** Copies a text and says so, by what it is. Rejects with what to do where the browser does not let the page. */
export async function copyText(text: string, what: string): Promise<string> {
  // Browsers have a clipboard for pages of this machine and of HTTPS only.
  if (navigator.clipboard === undefined) {
    throw new Error("The browser lets only pages of this machine copy; select the text instead.");
  }
  await navigator.clipboard.writeText(text);
  return `Copied ${what}.`;
}
