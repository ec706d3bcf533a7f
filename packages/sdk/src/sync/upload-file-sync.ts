import type { UploadedAttachment } from "../files/files.js";
import { formFields, readFileName, type UploadInput } from "../files/upload-form.js";
import { openWorker } from "./open-worker.js";
import type { SyncOptions } from "./wire.js";

/**
 * Uploads a file and blocks the thread until it is there (R2.4). Node only.
 *
 * @example
 * const table = uploadFileSync({ file: readFileSync("sales.csv"), name: "sales.csv", apiKey: "sk-…" });
 */
export function uploadFileSync(
  { apiKey, ...input }: UploadInput & Pick<SyncOptions, "apiKey">,
  options: Omit<SyncOptions, "apiKey"> = {},
): UploadedAttachment {
  // Without the key it is the input that it was.
  const upload = input as UploadInput;
  // Throws for a wrong upload, before it starts a thread.
  formFields(upload);
  // A File loses its name on the way to the other thread.
  const named: UploadInput = { ...upload, name: readFileName(upload) };
  const worker = openWorker({ kind: "upload", input: named, options: { ...options, apiKey } }, "uploadFile");
  try {
    // The worker gives what the upload of this input gives.
    return worker.next().value as unknown as UploadedAttachment;
  } finally {
    worker.close();
  }
}
