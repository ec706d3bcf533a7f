import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { letters } from "../../requests/unicode.js";
import { broken, pass, type Rule } from "../../rule.js";
import { jsonOf, mediaTypeOf } from "../../wire/wire.js";

const operationId = "uploadFile";
const boundary = "contract-tests-8f2c61";
/** The name of the uploaded file. */
export const fileName = "contract-tests.txt";

/** The text that is uploaded, and has to come back. */
const fileText = `These two lines were uploaded by a test,\nand may be deleted: ${letters}\n`;

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
  says: "an upload with a key that does not exist",
  isValid: false,
  write: () => ({ form: { download_filename: fileName }, key: "wrong" }),
};

const uploadCall: ExchangePlan = {
  id: "files/upload",
  operationId,
  says: "an upload of a short text",
  isValid: true,
  write: () => ({
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    text: [
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
      "Content-Type: text/plain",
      "",
      fileText,
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  }),
};

const fetchedCall: ExchangePlan = {
  id: "files/fetched",
  operationId,
  says: "a request for the uploaded file at its address",
  isValid: true,
  needs: ["files/upload"],
  write: fetchBack,
};

/** An upload, and what has to be refused. */
export const filesCalls: ExchangePlan[] = [missingFileCall, wrongKeyCall, uploadCall, fetchedCall];

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
      const address = valueAt(bodyOf(reply), "/attachment_url");
      if (typeof address === "string" && /^https?:$/.test(protocolOf(address))) return pass;
      const message = `The address of the file is ${JSON.stringify(address)}.`;
      return broken({ message, expected: "an http address", actual: String(address), pointer: "/attachment_url" });
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
  const upload = replyTo("files/upload");
  const address = upload && valueAt(jsonOf(upload)?.value, "/attachment_url");
  if (typeof address !== "string" || protocolOf(address) === "")
    return { because: "the upload said no address", isNeedless: true };
  if (protocolOf(address) !== "https:" && !isLocal)
    return { because: "the address of the file is not one of HTTPS", isNeedless: true };
  return { url: address, method: "GET", key: "none", headers: { accept: "*/*" } };
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : "";
}
