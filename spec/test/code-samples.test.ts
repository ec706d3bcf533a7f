import { expect, test } from "vitest";
import { built, type Node } from "./source-files.ts";

const operations = Object.values<Node>(built("openapi.json").paths).flatMap((item) =>
  [item.get, item.post].filter(Boolean),
);

function samplesOf(label: string): Map<string, string> {
  const found = operations.map((operation) => [
    operation.operationId,
    operation["x-codeSamples"].find((sample: Node) => sample.label === label)?.source,
  ]);
  return new Map(found.filter(([, source]) => source !== undefined));
}

test("a curl line keeps a file out of the terminal and shows a stream as it comes", () => {
  const samples = samplesOf("curl");

  expect(samples.get("downloadVideoContent")).toContain("--output video.mp4");
  expect(samples.get("queryBot")).toContain("--no-buffer");
  expect([...samples.values()].filter((source) => /--(output|no-buffer)/.test(source))).toHaveLength(2);
});

test("an SDK sample shows what it got", () => {
  for (const [operationId, source] of samplesOf("SDK")) expect(source, operationId).toContain("console.log(");
  expect(samplesOf("SDK").get("createChatCompletion")).toMatch(
    /console\.log\(reply\.choices\[0\]\?\.message\.content\);\n$/,
  );
});

test("an operation that may stream has samples that ask for the stream", () => {
  const streaming = ["createChatCompletion", "createMessage", "createResponse"];

  expect([...samplesOf("SDK, streamed").keys()]).toEqual(streaming);
  expect([...samplesOf("curl, streamed").keys()]).toEqual(streaming);
  for (const source of samplesOf("curl, streamed").values()) {
    expect(source).toContain('"stream": true');
    expect(source).toContain("--no-buffer");
  }
});

test("the clients of the compatible interfaces have samples where they fit", () => {
  expect([...samplesOf("@anthropic-ai/sdk").keys()]).toEqual(["createMessage"]);
  expect([...samplesOf("ai").keys()]).toEqual(["createChatCompletion", "createMessage", "createResponse"]);
  expect([...samplesOf("openai").keys()]).toContain("createChatCompletion");
});

test("a Python sample writes JSON's words as Python does", () => {
  for (const [operationId, source] of samplesOf("Python")) {
    expect(source.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""), operationId).not.toMatch(/\b(true|false|null)\b/);
  }
});
