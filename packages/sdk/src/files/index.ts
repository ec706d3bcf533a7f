export { createFiles, type Files, type UploadedAttachment } from "./files.js";
export { type UploadFileInput, uploadFile } from "./upload-file.js";
export type { UploadInput } from "./upload-form.js";
