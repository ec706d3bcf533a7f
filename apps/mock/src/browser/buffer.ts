type Encoding = "utf8" | "latin1" | "base64" | "hex";

/** As much of Node's class as the mock uses. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static override from(data: unknown, encoding: unknown = "utf8"): Buffer {
    const bytes = typeof data === "string" ? bytesOf(data, encoding as Encoding) : (data as Uint8Array);
    return Buffer.concat([bytes]);
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const whole = new Buffer(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  static byteLength(data: string | Uint8Array): number {
    return Buffer.from(data).length;
  }

  override toString(encoding: Encoding = "utf8"): string {
    if (encoding === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this);
    if (encoding === "hex") return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
    let text = "";
    for (const byte of this) text += String.fromCharCode(byte);
    return encoding === "base64" ? btoa(text) : text;
  }
}

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf8") return new TextEncoder().encode(text);
  const characters = encoding === "base64" ? atob(text) : text;
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
