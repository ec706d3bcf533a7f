/** Copies a text. Rejects with what to do where the browser does not let the page. */
export async function copyText(text: string): Promise<void> {
  // Browsers have a clipboard for pages of this machine and of HTTPS only.
  if (navigator.clipboard === undefined) {
    throw new Error("The browser lets only pages of this machine copy; mark the text instead.");
  }
  await navigator.clipboard.writeText(text);
}
