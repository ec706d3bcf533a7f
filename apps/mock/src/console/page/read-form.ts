/** A field's text without blanks around it; undefined where it is empty. */
export function textIn(values: FormData, name: string): string | undefined {
  const text = String(values.get(name) ?? "").trim();
  return text === "" ? undefined : text;
}

/** A field's number; undefined where it is empty. */
export function numberIn(values: FormData, name: string): number | undefined {
  const text = textIn(values, name);
  return text === undefined ? undefined : Number(text);
}
