const byExtension: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "text/yaml",
  zip: "application/zip",
};

/** The media type that a file's extension says; undefined for one that is not known. */
export function mediaTypeOfName(name = ""): string | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}
