import { OptionError } from "../errors/model-access-error.js";
import { check } from "../options/check-options.js";

/** The file to upload: its content, or an address from which the service fetches it. */
export type UploadInput =
  | {
      /** The file, or its bytes. */
      file: Blob | ArrayBuffer | Uint8Array;
      /** The name of the file; a `File` already has one. */
      name?: string | undefined;
      url?: undefined;
    }
  | {
      /** The address where the service finds the file. */
      url: string;
      /** The name that it gets. */
      name?: string | undefined;
      file?: undefined;
    };

/** Returns the fields of an upload's form. Throws an `OptionError` for an invalid upload, before anything is sent. */
export function formFields(input: UploadInput): object {
  const { file, url } = input ?? {};
  if ((file === undefined) === (url === undefined)) {
    throw new OptionError("file", "upload takes either file or url; write upload({ file, name }) or upload({ url }).");
  }
  const name = readFileName(input);
  if (url !== undefined) return { download_url: url, download_filename: name };
  check("name", name !== undefined, 'is missing; write upload({ file, name: "sales.csv" }), or pass a File.');
  // By their members, because a test runner's bytes are of another realm. A Blob takes no view of shared memory, so it gets a copy.
  const blob = file instanceof Blob ? file : file?.byteLength >= 0 ? new Blob([file.slice() as BlobPart]) : undefined;
  check(
    "file",
    blob !== undefined,
    "is neither a Blob nor bytes; pass new Blob([text]), or await new Response(stream).blob().",
  );
  return { file: blob };
}

/** The name of a file, if the caller gives one. */
export function readFileName({ file, name }: { file?: unknown; name?: string | undefined }): string | undefined {
  // Not every runtime has a global File, so the name is read without `instanceof File`.
  const own = file instanceof Blob && "name" in file && typeof file.name === "string" ? file.name : undefined;
  return name ?? (own || undefined);
}
