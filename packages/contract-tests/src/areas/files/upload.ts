import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { letters } from "../../requests/unicode.js";
import { broken, pass, type Rule } from "../../rule.js";
import { mediaTypeOf, type WireReply } from "../../wire/wire.js";

const operationId = "uploadFile";
const boundary = "contract-tests-8f2c61";
/** The name of the uploaded file. */
export const fileName = `contract-tests ${letters}.txt`;

/** Misreadings of its letters: bytes of UTF-8 each taken for a letter, and letters that are not read at all. */
const misread = [
  ...[...letters].filter((letter) => letter > "\x7f").map((letter) => Buffer.from(letter).toString("latin1")),
  "\ufffd",
];

/** The text that is uploaded, and has to come back. */
const fileText = `These two lines were uploaded by a test,\nand may be deleted: ${letters}\n`;

const otherText = "This line was uploaded by a test after another one, and may be deleted.\n";

/** The path is known from deployments (R4.11). */
const ofPath: Partial<RefusalOptions> = { provenance: "observed", requirements: ["R4.11"] };
const requirements = ["R4.11", "R1.2"];

const missingFileCall: ExchangePlan = {
  id: "files/refused/missing-file",
  operationId,
  says: "an upload without a file",
  isValid: false,
  write: () => ({ form: { download_filename: fileName } }),
};

const wrongKeyCall: ExchangePlan = {
  id: "files/refused/wrong-key",
  operationId,
  says: "an upload with the key in the other letter case",
  isValid: false,
  write: () => ({ form: { download_filename: fileName }, key: "other-case" }),
};

const uploadOf = (text: string, { id, says }: Pick<ExchangePlan, "id" | "says">): ExchangePlan => ({
  id,
  operationId,
  says,
  isValid: true,
  write: () => ({
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    text: [
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
      "Content-Type: text/plain",
      "",
      text,
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  }),
});

const uploadCall = uploadOf(fileText, { id: "files/upload", says: "an upload of a short text" });

const secondCall = uploadOf(otherText, { id: "files/second", says: "an upload of another text of the same name" });

const fetchedCall: ExchangePlan = {
  id: "files/fetched",
  operationId,
  says: "a request for the first of two uploaded files at its address",
  isValid: true,
  needs: [uploadCall.id, secondCall.id],
  write: fetchBack,
};

/** An upload, and what has to be refused. */
export const filesCalls: ExchangePlan[] = [missingFileCall, wrongKeyCall, uploadCall, secondCall, fetchedCall];

const uploadRules = replyRules(uploadCall, {
  requirements,
  provenance: "observed",
  mediaType: "observed",
  shape: "observed",
});

const about = { requirements, provenance: "observed", after: ruleNamed(uploadRules, "schema") } as const;

/** Rules on an upload. Its shape is known from deployments. */
export const filesRules: Rule[] = [
  ...refusalRules(missingFileCall, { condition: conditions.missingField, ...ofPath }),
  // A key is needed everywhere (R5.1), whatever the path.
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...ofPath }),
  ...uploadRules,
  rule(uploadCall, "told", {
    ...about,
    sentence: "an upload says the size and the media type of the file",
    judge: ({ reply }) => {
      const body = bodyOf(reply);
      const [size, mediaType] = ["/size", "/mime_type"].map((pointer) => valueAt(body, pointer));
      const bytes = Buffer.byteLength(fileText);
      if (typeof size === "number" && size !== bytes) {
        const message = `The file has ${bytes} bytes, and the upload says ${size}.`;
        return broken({ message, expected: String(bytes), actual: String(size), pointer: "/size" });
      }
      if (typeof mediaType !== "string" || mediaType.startsWith("text/")) return pass;
      const message = `A text was uploaded, and the upload says ${mediaType}.`;
      return broken({ message, expected: "text/plain", actual: mediaType, pointer: "/mime_type" });
    },
  }),
  rule(uploadCall, "address", {
    ...about,
    sentence: "an upload gives the address of the file",
    judge: ({ reply }) => {
      const address = addressIn(reply);
      if (typeof address === "string" && /^https?:$/.test(protocolOf(address))) return pass;
      const message = `The address of the file is ${JSON.stringify(address)}.`;
      return broken({ message, expected: "an http address", actual: String(address), pointer: "/attachment_url" });
    },
  }),
  rule(uploadCall, "name", {
    ...about,
    sentence: "if the address of a file contains its name, the letters are intact",
    after: "address",
    judge: ({ reply }) => {
      const name = nameIn(String(addressIn(reply)));
      if (!misread.some((letter) => name.includes(letter))) return pass;
      const message = `The file ${fileName} has the name ${name} in its address.`;
      return broken({ message, expected: fileName, actual: name, pointer: "/attachment_url" });
    },
  }),
  rule(secondCall, "own-address", {
    ...about,
    sentence: "two files of the same name have addresses of their own",
    reads: { second: secondCall, first: uploadCall },
    after: "files/upload/address",
    judge: ({ second, first }) => {
      const status = judgeStatus(second, 200);
      if (status.outcome !== "pass") return status;
      const address = addressIn(second.reply);
      if (address === undefined || address !== addressIn(first.reply)) return pass;
      const message = "Two files of the same name and with other bytes have the same address.";
      return broken({ message, actual: String(address), pointer: "/attachment_url" });
    },
  }),
  ...rulesOn(
    fetchedCall,
    { requirements, provenance: "observed", sentence: "an uploaded file can be read at its address" },
    {
      bytes: {
        sentence: "a file has the same bytes when it is read back",
        judge: ({ reply }) => {
          const text = Buffer.from(reply?.body ?? []).toString();
          // A line end may be another after a form.
          if (text.replaceAll("\r\n", "\n") === fileText) return pass;
          const message = `Of ${fileText.length} characters that were uploaded, ${text.length} others come back.`;
          return broken({ message, expected: fileText, actual: text.slice(0, 120) });
        },
      },
      "media-type": {
        sentence: "an uploaded text comes back as a text",
        provenance: "inferred",
        judge: ({ reply }) => {
          const mediaType = reply === undefined ? "" : mediaTypeOf(reply);
          if (mediaType === "" || mediaType.startsWith("text/") || mediaType === "application/octet-stream")
            return pass;
          const message = `The uploaded text comes back as ${mediaType}.`;
          return broken({ message, expected: "text/plain", actual: mediaType });
        },
      },
    },
  ),
];

/** Another origin gets no key, and is asked over HTTPS or on this machine only. */
function fetchBack({ replyTo, isLocal }: Facts): Call | CannotCall {
  const address = addressIn(replyTo(uploadCall.id));
  if (typeof address !== "string" || protocolOf(address) === "")
    return { because: "the upload said no address", isNeedless: true };
  if (protocolOf(address) !== "https:" && !isLocal)
    return { because: "the address of the file is not one of HTTPS", isNeedless: true };
  return { url: address, method: "GET", key: "none", headers: { accept: "*/*" } };
}

const addressIn = (reply: WireReply | undefined) => valueAt(bodyOf(reply), "/attachment_url");

/** The last part of an address's path, as it was before it was written as a path. */
function nameIn(address: string): string {
  const part = new URL(address).pathname.split("/").at(-1) ?? "";
  return Buffer.from(
    part.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : "";
}
