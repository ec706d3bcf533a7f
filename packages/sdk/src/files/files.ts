import { callJSON } from "../call/call-json.js";
import type { Client } from "../client.js";
import type { UploadedFile } from "../generated/openapi.js";
import type { CallOptions } from "../options/call-options.js";
import { formInit } from "../transport/form-body.js";
import type { Attachment } from "../types.js";
import { fileNameOf, formFields, type UploadInput } from "./upload-form.js";

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
  upload(input: UploadInput, options?: CallOptions): Promise<UploadedAttachment>;
}

/** The files of a client. */
export function createFiles(client: Client): Files {
  return {
    async upload(input, options = {}) {
      const fields = formFields(input);
      const { attachment_url, mime_type, size } = await callJSON<UploadedFile>({
        client,
        options,
        member: "attachment_url",
        isMember: (value) => typeof value === "string",
        request: (init) => client.requests.POST("/v1/files", formInit(init, fields, fileNameOf(input))),
      });
      return {
        url: attachment_url,
        content_type: mime_type,
        name: fileNameOf(input) ?? lastSegmentOf(attachment_url),
        ...(size == null ? {} : { size }),
      };
    },
  };
}

function lastSegmentOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return path.slice(path.lastIndexOf("/") + 1);
}
