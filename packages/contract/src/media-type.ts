/**
 * Returns the media type of a table that matches a `Content-Type`: `Application/JSON; charset=utf-8` matches
 * `application/json`, and `video/mp4` matches a range such as `video/*`. Undefined if none does.
 */
export function mediaTypeIn(
  mediaTypes: Record<string, unknown> | undefined,
  contentType: string | null | undefined,
): string | undefined {
  // Nearly all headers are spelled as in the table.
  if (contentType != null && mediaTypes !== undefined && Object.hasOwn(mediaTypes, contentType)) return contentType;
  const essence = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const [type] = essence.split("/", 1);
  return [essence, `${type}/*`, "*/*"].find((name) => essence !== "" && Object.hasOwn(mediaTypes ?? {}, name));
}
