import { type Member, wordsOfName } from "./member.js";

export function booleanFromPrompt({ name, hints }: Member): boolean | undefined {
  const words = name.split(" ").filter((word) => word.length > 3 && !plainWords.has(word));
  const text = wordsOfName(hints.text);
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) continue;
    return !/\b(no|not|without|don t|never|excluding)( \w+)?\s*$/.test(text.slice(Math.max(0, at - 24), at));
  }
  return undefined;
}

const plainWords = new Set(
  "with have does should include includes included including enable enabled allow allowed needs only is_has when active".split(
    " ",
  ),
);

export function booleanOf({ name, random }: Member): boolean {
  if (/\b(deleted|archived|error|disabled|hidden|expired|cancelled|blocked|banned)\b/.test(name)) return false;
  return (
    random() < (/\b(active|enabled|available|verified|valid|success|ok|stock|open|public)\b/.test(name) ? 0.9 : 0.5)
  );
}
