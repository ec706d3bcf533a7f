const startLength = 200;

/** The value of a JSON text, or the text where it is not JSON. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The first characters of a body that nobody wants the rest of; it may never end. */
export async function startOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done && text.length < startLength; part = await reader.read()) {
    text += utf8.decode(part.value, { stream: true });
  }
  reader.cancel().catch(() => {});
  return excerptOf(text);
}

/** The start of a text, short enough to be kept with an error. */
export function excerptOf(text: string): string {
  return text.slice(0, startLength);
}
