import { find } from "./find.js";

const shownForMs = 6000;
const problemShownForMs = 20_000;

/** Says what was done, on the page and to screen readers; it goes away by itself. */
export function say(text: string): void {
  show("said", text, shownForMs);
  find("problem", HTMLElement).textContent = "";
}

/** Does something that the user asked for, and says what came of it: the sentence that it gives, or why it failed. */
export async function attempt(action: () => Promise<string>): Promise<void> {
  try {
    say(await action());
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
