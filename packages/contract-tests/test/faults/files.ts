import { gone, plus } from "./edit.ts";
import type { Fault } from "./fault.ts";
import { inAnswers, inReplies } from "./rows.ts";

const at = { ids: "files/", in: "files" } as const;
const upload = inReplies(at);
const missing = inAnswers({ ...at, status: 400 });

/** Uploads, and what is fetched back. */
export const fileFaults: Fault[] = [
  upload("no-address", "says no address of a file", "files/upload/", { attachment_url: gone }),
  upload("relative-address", "says a path for the address of a file", "files/upload/", {
    attachment_url: (url) => new URL(url).pathname,
  }),
  upload("name-latin-1", "takes the letters of a file's name for Latin-1", "files/upload/name", {
    attachment_url: (url) => {
      const name = Buffer.from(decodeURIComponent(url.split("/").at(-1))).toString("latin1");
      return url.replace(/[^/]*$/, encodeURIComponent(name));
    },
  }),
  upload(
    "same-address",
    "gives two files of the same name one address",
    "files/second/own-address",
    (body, _, memory) => {
      body.attachment_url = memory.first ??= body.attachment_url;
    },
  ),
  upload("size", "says another size of a file", "files/upload/told", { size: plus(7) }),
  upload("media-type", "calls a text a picture", "files/upload/told", { mime_type: "image/png" }),
  upload("dead-address", "says an address at which there is nothing", "files/fetched/status", {
    attachment_url: (url) => `${url.split("/files/")[0]}/files/0000000000000000/x.txt`,
  }),
  inAnswers({ ids: "files/", status: 200, is: ({ path }) => path.startsWith("/files/") })(
    "other-bytes",
    "gives back another file",
    "files/fetched/bytes",
    { body: "Something else." },
  ),
  missing("missing-500", "fails on an upload without a file", "files/refused/missing-file", { status: 500 }),
  missing("missing-200", "takes an upload without a file", "files/refused/missing-file", { status: 200 }),
  inAnswers({ ...at, status: 401, only: ["models", "files"] })("any-key", "takes any key", "files/refused/wrong-key", {
    status: 400,
  }),
];
