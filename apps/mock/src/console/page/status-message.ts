import { find } from "./find.js";

const shownForMs = 6000;
const problemShownForMs = 20_000;

/** Shows what was done, on the page and to screen readers; it goes away by itself. */
export function showStatus(text: string): void {
  show("status-message", text, shownForMs);
  find("problem", HTMLElement).textContent = "";
}

/** Does something that the user asked for, and shows what came of it: the sentence that it returns, or why it failed. */
export async function attempt(action: () => Promise<string>): Promise<void> {
  try {
    showStatus(await action());
  } catch (error) {
    show("problem", error instanceof Error ? error.message : String(error), problemShownForMs);
  }
}

function show(id: string, text: string, forMs: number): void {
  const place = find(id, HTMLElement);
  place.textContent = text;
  setTimeout(() => {
    if (place.textContent === text) place.textContent = "";
  }, forMs);
}
