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

/** Makes the form of an upload. Throws an `OptionError` for an invalid upload, before anything is sent. */
export function formOf(input: UploadInput): FormData {
  const { file, url } = input ?? {};
  if ((file === undefined) === (url === undefined)) {
    throw new OptionError("file", "upload takes either file or url; write upload({ file, name }) or upload({ url }).");
  }
  const name = fileNameOf(input);
  const form = new FormData();
  if (url !== undefined) {
    form.set("download_url", url);
    if (name !== undefined) form.set("download_filename", name);
    return form;
  }
  check("name", name !== undefined, 'is missing; write upload({ file, name: "sales.csv" }), or pass a File.');
  const isFile = file instanceof Blob || isArrayBuffer(file) || ArrayBuffer.isView(file);
  check("file", isFile, "is neither a Blob nor bytes; wrap a text as new Blob([text]).");
  form.set("file", file instanceof Blob ? file : new Blob([ownBytes(file)]), name);
  return form;
}

/** The name of a file, if the caller gives one. */
export function fileNameOf({ file, name }: UploadInput): string | undefined {
  // Not every runtime has a global File, so the name is read without `instanceof File`.
  const own = file instanceof Blob && "name" in file && typeof file.name === "string" ? file.name : undefined;
  return name ?? (own || undefined);
}

// A Blob takes no view of shared memory; everything else is taken without a copy.
function ownBytes(bytes: ArrayBuffer | Uint8Array): ArrayBuffer | Uint8Array<ArrayBuffer> {
  if (isArrayBuffer(bytes)) return bytes;
  // The type doesn't follow what was asked of its buffer.
  return isArrayBuffer(bytes.buffer) ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

// By name, because a test runner's are of another realm.
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
