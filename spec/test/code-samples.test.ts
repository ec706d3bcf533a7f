import { expect, test } from "vitest";
import { codeSamples } from "../plugins/code-samples.mjs";
import { built, type Node } from "./source-files.ts";

function samplesOf(label: string): Map<string, string> {
  const document = built("openapi.3.2.yaml");
  codeSamples().Root.leave(document);
  const operations = Object.values<Node>(document.paths).flatMap((item) => [item.get, item.post].filter(Boolean));
  return new Map(
    operations.map((operation) => [
      operation.operationId,
      operation["x-codeSamples"].find((sample: Node) => sample.label === label).source,
    ]),
  );
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
