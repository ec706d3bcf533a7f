/**
 * The media type of a table that a `Content-Type` names: `Application/JSON; charset=utf-8` is `application/json`. A range of
 * the table, such as `video/*`, takes what falls into it. Undefined if nothing fits, or nothing is named.
 */
export function mediaTypeIn(
  mediaTypes: Record<string, unknown> | undefined,
  contentType: string | null | undefined,
): string | undefined {
  // Nearly all of them are written as the table has them.
  if (contentType != null && mediaTypes !== undefined && Object.hasOwn(mediaTypes, contentType)) return contentType;
  const essence = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const [type] = essence.split("/", 1);
  return [essence, `${type}/*`, "*/*"].find((name) => essence !== "" && Object.hasOwn(mediaTypes ?? {}, name));
}
