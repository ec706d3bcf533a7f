import { expect, test } from "vitest";
import { built, type Node } from "./source-files.ts";

const operations = Object.values<Node>(built("openapi.json").paths).flatMap((item) =>
  [item.get, item.post].filter(Boolean),
);

function createSamples(label: string): Map<string, string> {
  const found = operations.map((operation) => [
    operation.operationId,
    operation["x-codeSamples"].find((sample: Node) => sample.label === label)?.source,
  ]);
  return new Map(found.filter(([, source]) => source !== undefined));
}

test("a curl command writes a file to disk and shows a stream unbuffered", () => {
  const samples = createSamples("curl");

  expect(samples.get("downloadVideoContent")).toContain("--output video.mp4");
  expect(samples.get("queryBot")).toContain("--no-buffer");
  expect([...samples.values()].filter((source) => /--(output|no-buffer)/.test(source))).toHaveLength(2);
});

test("an SDK sample prints its result", () => {
  for (const [operationId, source] of createSamples("SDK")) expect(source, operationId).toContain("console.log(");
  expect(createSamples("SDK").get("createChatCompletion")).toMatch(
    /console\.log\(reply\.choices\[0\]\?\.message\.content\);\n$/,
  );
});

test("an operation that can stream has samples that stream", () => {
  const streaming = ["createChatCompletion", "createMessage", "createResponse"];

  expect([...createSamples("SDK, streamed").keys()]).toEqual(streaming);
  expect([...createSamples("curl, streamed").keys()]).toEqual(streaming);
  for (const source of createSamples("curl, streamed").values()) {
    expect(source).toContain('"stream": true');
    expect(source).toContain("--no-buffer");
  }
});

test("compatible clients have samples where they support the operation", () => {
  expect([...createSamples("@anthropic-ai/sdk").keys()]).toEqual(["createMessage"]);
  expect([...createSamples("ai").keys()]).toEqual(["createChatCompletion", "createMessage", "createResponse"]);
  expect([...createSamples("openai").keys()]).toContain("createChatCompletion");
});

test("a Python sample has Python's literals for JSON's", () => {
  for (const [operationId, source] of createSamples("Python")) {
    expect(source.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""), operationId).not.toMatch(/\b(true|false|null)\b/);
  }
});
