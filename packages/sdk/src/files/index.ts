export { createFiles, type Files, type UploadedAttachment, type UploadFileInput, uploadFile } from "./files.js";
export type { UploadInput } from "./upload-form.js";
