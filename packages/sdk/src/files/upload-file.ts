import { createClient } from "../client.js";
import type { ClientOptions } from "../options/client-options.js";
import type { ApiKey } from "../transport/keyring.js";
import { createFiles, type UploadedAttachment } from "./files.js";
import type { UploadInput } from "./upload-form.js";

/** The file to upload, and the key of the account. */
export type UploadFileInput = UploadInput & {
  /** The API key. Without it `MODEL_ACCESS_API_KEY` is read. */
  apiKey?: ApiKey | undefined;
};

/**
 * Uploads a file without a client (R2.4).
 *
 * @example
 * const table = await uploadFile({ file: bytes, name: "sales.csv", apiKey: "sk-…" });
 */
export function uploadFile(
  given: UploadFileInput,
  options: Omit<ClientOptions, "apiKey"> = {},
): Promise<UploadedAttachment> {
  const { apiKey, ...input } = Object(given) as UploadFileInput;
  // Without the key it is the input that it was.
  return createFiles(createClient({ ...options, apiKey })).upload(input as UploadInput);
}
