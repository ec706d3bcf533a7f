import { convertBase64ToUint8Array, readResponseWithSizeLimit } from "@ai-sdk/provider-utils";
import { type Fetch, ModelAccessError } from "@model-access/sdk";

const maxBytes = 32 * 1024 * 1024;
const shownLength = 200;

/** Finds the URL of an image in the text of a media bot: a Markdown image or link, or the bare URL. */
export function addressIn(text: string): string | undefined {
  return (
    (/!\[[^\]]*\]\(\s*<?([^\s)>]+)/.exec(text) ?? /\[[^\]]*\]\(\s*<?([^\s)>]+)/.exec(text))?.[1] ?? bareAddressIn(text)
  );
}

function bareAddressIn(text: string): string | undefined {
  return /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0];
}

/**
 * Fetches the image that a text names, without the key, or reads it from a data URL. Throws if the text names none, if its URL is neither https nor
 * on this machine, or if it is larger than 32 MiB.
 */
export async function fetchImage(
  text: string,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  const address = addressIn(text);
  const shown = `${text.slice(0, shownLength)}${text.length > shownLength ? "…" : ""}`;
  const base64 = /^data:image\/[^,]*;base64,([\w+/=-]+)$/i.exec(address ?? "")?.[1];
  if (base64 !== undefined) return convertBase64ToUint8Array(base64);
  if (address === undefined || !URL.canParse(address)) {
    throw new ModelAccessError(`The reply names no image; it says: ${JSON.stringify(shown)}`, made);
  }
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw new ModelAccessError(`The image is at ${url.protocol}//${url.host}, but only https images are fetched`, made);
  }
  const response = await fetch(url.href, {
    ...(signal === undefined ? {} : { signal }),
    headers: { accept: "image/*" },
    credentials: "omit",
    // Another place might be one that is not fetched. "error" is no word of Workers.
    redirect: "manual",
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ModelAccessError(
      `GET ${url.origin}${url.pathname} answered ${response.status}; request a new image`,
      made,
    );
  }
  return readResponseWithSizeLimit({ response, url: `${url.origin}${url.pathname}`, maxBytes });
}

/** The image was generated and charged, even if its file can't be fetched. */
const made = { mayHaveBeenProcessed: "yes" } as const;

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
