/**
 * The media type of an answer in lower case and without parameters; absent when the answer names none. Where a proxy
 * has added another one, the first counts.
 */
export function mediaTypeOf({ headers }: Response): string | undefined {
  return headers
    .get("content-type")
    ?.match(/^[^\s;,]+/)?.[0]
    .toLowerCase();
}

/** True if an answer can be read as the media type; one that names none gets the benefit of the doubt. */
export function isMediaType(response: Response, wanted: string): boolean {
  const found = mediaTypeOf(response);
  return found === undefined || found === wanted || (wanted === "application/json" && found.endsWith("+json"));
}
