import type { UploadedFile } from "@model-access/contract";
import { type Area, optionalArea } from "../../area.js";
import { judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { type Answer, toldBy } from "../../reading/told.js";
import { madeUpKeys } from "../../requests/invalid-request.js";
import { letters } from "../../requests/questions.js";
import { story } from "../../story.js";
import { mediaTypeOf } from "../../wire/wire.js";

const operationId = "uploadFile";
const boundary = "contract-tests-8f2c61";
export const fileName = `contract-tests ${letters}.txt`;

/** Misreadings of its letters: bytes of UTF-8 each taken for a letter, and letters that are not read at all. */
const misread = [
  ...[...letters].filter((letter) => letter > "\x7f").map((letter) => Buffer.from(letter).toString("latin1")),
  "\ufffd",
];

const fileText = `These two lines were uploaded by a test,\nand may be deleted: ${letters}\n`;

const otherText = "This line was uploaded by a test after another one, and may be deleted.\n";

// The path and the shape are known from deployments (R4.11).
const { call, refused, reply, answered, rule, ...files } = story("files", {
  requirements: ["R2.4", "R4.11", "R1.2"],
  provenance: "observed",
});

const form = { download_filename: fileName };

const ofPath = { requirements: ["R4.11"], provenance: "observed" as const };

refused(
  "refused/missing-file",
  { operationId, says: "an upload without a file", call: { form } },
  { reason: "missingField", ...ofPath },
);

// A key is needed everywhere (R5.1), whatever the path.
refused(
  "refused/wrong-key",
  {
    operationId,
    says: "an upload with the key in the other letter case",
    priority: madeUpKeys,
    call: { form, key: "other-case" },
  },
  { reason: "wrongKey", ...ofPath },
);

const upload = uploadOf("upload", "an upload of a short text", fileText);

reply(upload);

rule("upload/told", "an upload says the size and the media type of the file", (exchange) => {
  const { size, mime_type: mediaType } = uploadIn(exchange);
  const bytes = Buffer.byteLength(fileText);
  const wrongSize = `The file has ${bytes} bytes, and the upload says ${size}.`;
  if (typeof size === "number" && size !== bytes)
    return { message: wrongSize, expected: bytes, actual: size, pointer: "/size" };
  const message = `A text was uploaded, and the upload says ${mediaType}.`;
  const isOther = typeof mediaType === "string" && !mediaType.startsWith("text/");
  return isOther && { message, expected: "text/plain", actual: mediaType, pointer: "/mime_type" };
});

const pointer = "/attachment_url" satisfies `/${keyof UploadedFile}`;

rule("upload/address", "an upload gives the address of the file", (exchange) => {
  const actual = addressIn(exchange);
  const message = `The address of the file is ${JSON.stringify(actual)}.`;
  return (
    !/^https?:$/.test(protocolOf(actual)) && { message, expected: "an http address", actual: `${actual}`, pointer }
  );
});

rule(
  "upload/name",
  "if the address of a file contains its name, the letters are intact",
  { after: "address" },
  (exchange) => {
    const actual = nameIn(String(addressIn(exchange)));
    const message = `The file ${fileName} has the name ${actual} in its address.`;
    return misread.some((letter) => actual.includes(letter)) && { message, expected: fileName, actual, pointer };
  },
);

const second = uploadOf("second", "an upload of another text of the same name", otherText);

rule(
  "second/own-address",
  "two files of the same name have addresses of their own",
  { reads: [second, upload], after: "files/upload/address" },
  (second, first) => {
    const status = judgeStatus(second, 200);
    if (status.outcome !== "pass") return status;
    const actual = addressIn(second);
    const message = "Two files of the same name and with other bytes have the same address.";
    return actual !== undefined && actual === addressIn(first) && { message, actual, pointer };
  },
);

// Another origin gets no key, and is asked over HTTPS or on this machine only.
const fetched = call("fetched", {
  operationId,
  says: "a request for the first of two uploaded files at its address",
  needs: [upload.id, second.id],
  write: ({ replyTo, isLocal }) => {
    const address = addressIn(replyTo(upload.id));
    if (typeof address !== "string" || protocolOf(address) === "")
      return { because: "the upload said no address", isNeedless: true };
    if (protocolOf(address) !== "https:" && !isLocal)
      return { because: "the address of the file is not one of HTTPS", isNeedless: true };
    return { url: address, method: "GET", key: "none", headers: { accept: "*/*" } };
  },
});

answered(fetched, "an uploaded file can be read at its address");

rule("fetched/bytes", "a file has the same bytes when it is read back", ({ reply: file }) => {
  const text = Buffer.from(file?.body ?? []).toString();
  const message = `Of ${fileText.length} characters that were uploaded, ${text.length} others come back.`;
  // A line end may be another after a form.
  const isSame = text.replaceAll("\r\n", "\n") === fileText;
  return !isSame && { message, expected: fileText, actual: text.slice(0, 120) };
});

rule("fetched/media-type", "an uploaded text comes back as a text", { provenance: "inferred" }, ({ reply: file }) => {
  const actual = file === undefined ? "" : mediaTypeOf(file);
  const message = `The uploaded text comes back as ${actual}.`;
  const isText = /^$|^text\/|^application\/octet-stream$/.test(actual);
  return !isText && { message, expected: "text/plain", actual };
});

export const filesArea: Area = optionalArea({ name: "files", ...files });

function uploadOf(name: string, says: string, text: string): ExchangePlan {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/plain`;
  return call(name, {
    operationId,
    says,
    call: {
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      text: `${head}\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    },
  });
}

const uploadIn = (answer: Answer) => toldBy<"uploadFile">(answer);

const addressIn = (answer: Answer) => uploadIn(answer).attachment_url;

/** The last part of an address's path, as it was before it was written as a path. */
function nameIn(address: string): string {
  const part = new URL(address).pathname.split("/").at(-1) ?? "";
  return Buffer.from(
    part.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
}

const protocolOf = (address: unknown) =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).protocol : "";
