import { onTestFinished } from "vitest";
import { openDeployment } from "./faults/deployment.ts";
import { textOf } from "./faults/fault.ts";

export { key } from "./faults/deployment.ts";

/** An answer that may be changed before it is sent. */
export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** A mock of its own on a port, whose answers may be changed. Gives the address; ends with the test. */
export async function changedMock(change: (path: string, answer: Answer) => void = () => {}): Promise<string> {
  const { baseURL, close } = await openDeployment({
    id: "changed",
    says: "answers otherwise",
    by: [],
    answer: (answer, { path }) => {
      const seen = { status: answer.status, contentType: answer.headers["content-type"] ?? "", body: textOf(answer) };
      change(path, seen);
      const { "content-length": _, ...headers } = answer.headers;
      const { status, contentType, body } = seen;
      Object.assign(answer, { status, body, headers: { ...headers, "content-type": contentType } });
    },
  });
  onTestFinished(close);
  return baseURL;
}

/** Takes the text out of every plain chat completion. */
export function withoutText(path: string, answer: Answer) {
  const isReply = path === "/v1/chat/completions" && answer.contentType.startsWith("application/json");
  if (isReply) answer.body = answer.body.replace(/"content":"(?:[^"\\]|\\.)*"/, '"content":null');
}
