import { valueAt } from "@model-access/contract";
import { rule, rulesAlike, rulesOn } from "../../checks/define-rule.js";
import { refusal } from "../../checks/refusal.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { madeUpKeys } from "../../requests/invalid-request.js";
import { letters } from "../../requests/unicode.js";
import { broken, passIf, type Rule, type Verdict } from "../../rule.js";
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
const ofPath = { provenance: "observed" as const, requirements: ["R4.11"] };
const requirements = ["R4.11", "R1.2"];

const form = { download_filename: fileName };

const missingFile = refusal(
  "files/refused/missing-file",
  { operationId, says: "an upload without a file", call: { form } },
  { reason: "missingField", ...ofPath },
);

// A key is needed everywhere (R5.1), whatever the path.
const wrongKey = refusal(
  "files/refused/wrong-key",
  {
    operationId,
    says: "an upload with the key in the other letter case",
    priority: madeUpKeys,
    call: { form, key: "other-case" },
  },
  { reason: "wrongKey", ...ofPath },
);

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
export const filesCalls: ExchangePlan[] = [missingFile.plan, wrongKey.plan, uploadCall, secondCall, fetchedCall];

const about = { requirements, provenance: "observed", after: "schema" } as const;

/** Rules on an upload. Its shape is known from deployments. */
export const filesRules: Rule[] = [
  ...missingFile.rules,
  ...wrongKey.rules,
  ...replyRules(uploadCall, { ...about, requirements, mediaType: "observed", shape: "observed" }),
  ...rulesAlike(uploadCall, about, {
    told: { sentence: "an upload says the size and the media type of the file", judge: judgeTold },
    address: {
      sentence: "an upload gives the address of the file",
      judge: ({ reply }) => {
        const actual = addressIn(reply);
        const message = `The address of the file is ${JSON.stringify(actual)}.`;
        const isRight = typeof actual === "string" && /^https?:$/.test(protocolOf(actual));
        return passIf(isRight, { message, expected: "an http address", actual: `${actual}`, pointer: addressAt });
      },
    },
    name: {
      sentence: "if the address of a file contains its name, the letters are intact",
      after: "address",
      judge: ({ reply }) => {
        const actual = nameIn(String(addressIn(reply)));
        const message = `The file ${fileName} has the name ${actual} in its address.`;
        const isIntact = !misread.some((letter) => actual.includes(letter));
        return passIf(isIntact, { message, expected: fileName, actual, pointer: addressAt });
      },
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
      const actual = addressIn(second.reply);
      const message = "Two files of the same name and with other bytes have the same address.";
      const isOwn = actual === undefined || actual !== addressIn(first.reply);
      return passIf(isOwn, { message, actual, pointer: addressAt });
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
          const message = `Of ${fileText.length} characters that were uploaded, ${text.length} others come back.`;
          // A line end may be another after a form.
          const isSame = text.replaceAll("\r\n", "\n") === fileText;
          return passIf(isSame, { message, expected: fileText, actual: text.slice(0, 120) });
        },
      },
      "media-type": {
        sentence: "an uploaded text comes back as a text",
        provenance: "inferred",
        judge: ({ reply }) => {
          const actual = reply === undefined ? "" : mediaTypeOf(reply);
          const isText = /^$|^text\/|^application\/octet-stream$/.test(actual);
          const message = `The uploaded text comes back as ${actual}.`;
          return passIf(isText, { message, expected: "text/plain", actual });
        },
      },
    },
  ),
];

function judgeTold({ reply }: Exchange): Verdict {
  const [size, mediaType] = ["/size", "/mime_type"].map((pointer) => valueAt(bodyOf(reply), pointer));
  const bytes = Buffer.byteLength(fileText);
  if (typeof size === "number" && size !== bytes) {
    const message = `The file has ${bytes} bytes, and the upload says ${size}.`;
    return broken({ message, expected: bytes, actual: size, pointer: "/size" });
  }
  const isText = typeof mediaType !== "string" || mediaType.startsWith("text/");
  const message = `A text was uploaded, and the upload says ${mediaType}.`;
  return passIf(isText, { message, expected: "text/plain", actual: mediaType, pointer: "/mime_type" });
}

/** Another origin gets no key, and is asked over HTTPS or on this machine only. */
function fetchBack({ replyTo, isLocal }: Facts): Call | CannotCall {
  const address = addressIn(replyTo(uploadCall.id));
  if (typeof address !== "string" || protocolOf(address) === "")
    return { because: "the upload said no address", isNeedless: true };
  if (protocolOf(address) !== "https:" && !isLocal)
    return { because: "the address of the file is not one of HTTPS", isNeedless: true };
  return { url: address, method: "GET", key: "none", headers: { accept: "*/*" } };
}

const addressAt = "/attachment_url";

const addressIn = (reply: WireReply | undefined) => valueAt(bodyOf(reply), addressAt);

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
