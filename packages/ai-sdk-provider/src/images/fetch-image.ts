import { convertBase64ToUint8Array, readResponseWithSizeLimit } from "@ai-sdk/provider-utils";
import { type Fetch, ModelAccessError } from "@model-access/sdk";

const maxBytes = 32 * 1024 * 1024;
const shownLength = 200;

/** Returns the URL of an image in the text of a media bot: of a Markdown image, else of a link, else a bare URL. */
function findImageURL(text: string): string | undefined {
  let opening: string | undefined;
  let linked: string | undefined;
  // Bracket by bracket, because a pattern of the whole link takes time that grows with the square of the text.
  for (const [bracket, url] of text.matchAll(/!?\[|\](?:\(\s*<?([^\s)>]+))?/g)) {
    if (!bracket.startsWith("]")) opening = opening === "![" ? opening : bracket;
    else {
      if (opening === "![" && url !== undefined) return url;
      if (opening !== undefined) linked ??= url;
      opening = undefined;
    }
  }
  return linked ?? /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0];
}

/**
 * Fetches the image that a text names, without the key, or reads it from a data URL. Throws if the text names none, if its URL is neither https nor
 * on this machine, or if it is larger than 32 MiB.
 */
export async function fetchImage(
  text: string,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  const address = findImageURL(text);
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
