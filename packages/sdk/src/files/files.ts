import { callJSON, type PendingCall } from "../call/reply.js";
import { type Client, createClient } from "../client.js";
import type { UploadedFile } from "../generated/openapi.js";
import type { CallOptions } from "../options/call-options.js";
import { requireClient } from "../options/check-options.js";
import type { ClientOptions } from "../options/client-options.js";
import { formInit } from "../transport/form-body.js";
import type { ApiKey } from "../transport/keyring.js";
import type { Attachment } from "../types.js";
import { formFields, readFileName, type UploadInput } from "./upload-form.js";

/** An uploaded file, ready for the `attachments` of a protocol message. */
export interface UploadedAttachment extends Attachment {
  /** Its size in bytes, where the service says it. */
  size?: number;
}

/** `client.files`. */
export interface Files {
  /**
   * Uploads a file, or has the service fetch one (R4.11).
   *
   * @example
   * const table = await client.files.upload({ file: new Blob([csv], { type: "text/csv" }), name: "sales.csv" });
   * client.bots.respond({ bot, messages: [{ role: "user", content: "Sum it up.", attachments: [table] }] });
   */
  upload(input: UploadInput, options?: CallOptions): PendingCall<UploadedAttachment>;
}

/** The files of a client. */
export function createFiles(client: Client): Files {
  requireClient(client);
  return {
    upload(input, options) {
      return callJSON({
        client,
        options,
        member: "attachment_url",
        isMember: (value) => typeof value === "string",
        request: (init) => client.requests.POST("/v1/files", formInit(init, formFields(input), readFileName(input))),
        finish(reply): UploadedAttachment {
          const { attachment_url, mime_type, size } = reply as UploadedFile;
          return {
            url: attachment_url,
            content_type: mime_type,
            name: readFileName(input) ?? readLastSegment(attachment_url),
            ...(size == null ? {} : { size }),
          };
        },
      });
    },
  };
}

function readLastSegment(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return path.slice(path.lastIndexOf("/") + 1);
}

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
): PendingCall<UploadedAttachment> {
  const { apiKey, ...input } = Object(given) as UploadFileInput;
  // Without the key it is the input that it was.
  return createFiles(createClient({ ...options, apiKey })).upload(input as UploadInput);
}
