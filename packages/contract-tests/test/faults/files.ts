import { type Body, editJson, type Fault, inAnswer, inReply, named } from "./fault.ts";

const inUpload = (id: string, says: string, by: string, change: (body: Body) => void): Fault =>
  inReply(named(`files/${id}`, says, by), "/v1/files", change);

/** Uploads, and what is fetched back. */
export const fileFaults: Fault[] = [
  inUpload("no-address", "says no address of a file", "files/upload/", (body) => {
    delete body.attachment_url;
  }),
  inUpload("relative-address", "says a path for the address of a file", "files/upload/", (body) => {
    body.attachment_url = new URL(body.attachment_url).pathname;
  }),
  inUpload("name-latin-1", "takes the letters of a file's name for Latin-1", "files/upload/name", (body) => {
    const name = Buffer.from(decodeURIComponent(body.attachment_url.split("/").at(-1))).toString("latin1");
    body.attachment_url = body.attachment_url.replace(/[^/]*$/, encodeURIComponent(name));
  }),
  {
    ...named("files/same-address", "gives two files of the same name one address", "files/second/own-address"),
    answer: (answer, { path }, memory) => {
      if (path !== "/v1/files" || answer.status !== 200) return;
      editJson(answer, (body) => {
        memory.first ??= body.attachment_url;
        body.attachment_url = memory.first;
      });
    },
  },
  inUpload("size", "says another size of a file", "files/upload/told", (body) => {
    body.size += 7;
  }),
  inUpload("media-type", "calls a text a picture", "files/upload/told", (body) => {
    body.mime_type = "image/png";
  }),
  inUpload("dead-address", "says an address at which there is nothing", "files/fetched/status", (body) => {
    body.attachment_url = `${body.attachment_url.split("/files/")[0]}/files/0000000000000000/x.txt`;
  }),
  inAnswer(named("files/other-bytes", "gives back another file", "files/fetched/bytes"), (answer, asked) => {
    if (asked.path.startsWith("/files/") && answer.status === 200) answer.body = "Something else.";
  }),
  inAnswer(
    named("files/missing-500", "fails on an upload without a file", "files/refused/missing-file"),
    (answer, { path }) => {
      if (path === "/v1/files" && answer.status === 400) answer.status = 500;
    },
  ),
  inAnswer(
    named("files/missing-200", "takes an upload without a file", "files/refused/missing-file"),
    (answer, asked) => {
      if (asked.path === "/v1/files" && answer.status === 400) answer.status = 200;
    },
  ),
  {
    ...inAnswer(named("files/any-key", "takes uploads of any key", "files/refused/wrong-key"), (answer, asked) => {
      if (asked.path === "/v1/files" && answer.status === 401) answer.status = 400;
    }),
    only: ["models", "files"],
  },
];
