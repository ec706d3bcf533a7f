import { beforeAll, expect, test } from "vitest";
import type { Report } from "../src/index.js";
import { ruleIn, runWithKeys } from "./deployment.ts";
import { applyEdit, gone } from "./faults/edit.ts";
import { changed, editJson, isJson, isStream, textOf } from "./faults/fault.ts";
import { inData, isAt, refused } from "./faults/rows.ts";

let onSmall: Report;
let byOneKey: Report;

beforeAll(async () => {
  onSmall = await runWithKeys({ from: "small" });
  byOneKey = await runWithKeys({}, { keys: {} });
});

test("does not count custom parameters as checked if a deployment answers and nothing shows their effect", () => {
  expect(ruleIn(onSmall, "service/custom-parameters")).toMatchObject({
    outcome: "skip",
    message: expect.stringContaining("can't be told"),
  });
  expect(onSmall.requirements.needs).toContainEqual({
    requirement: "R1.9",
    needs: expect.stringContaining("a refusal that names a custom parameter"),
  });
});

test("counts custom parameters as checked if a deployment refuses one by its name", async () => {
  const about = { type: "invalid_request_error", code: "invalid_parameter" };
  const body = JSON.stringify({ error: { message: "aspect_ratio is unknown.", ...about } });
  const report = await runWithKeys({
    from: "small",
    ask: ({ json }) => (json?.aspect_ratio === undefined ? undefined : { ...refused.invalid, body }),
  });

  expect(ruleIn(report, "service/custom-parameters")?.outcome).toBe("pass");
  expect(report.requirements.needs.map(({ requirement }) => requirement)).not.toContain("R1.9");
});

test("does not count what a 429 has to say as checked if there was none", () => {
  const open = byOneKey.requirements.needs.map(({ requirement }) => requirement);
  expect(open).toEqual(expect.arrayContaining(["R7.6", "R7.9", "R8.4"]));
  expect(open).not.toContain("R4.9");
});

test("does not count the responses interface's own fields as checked if none of them is seen", async () => {
  const bare = changed((answer, { path }) => {
    if (answer.status !== 200) return;
    if (isAt("models", path) && isJson(answer)) editJson(answer, { "data.*.reasoning": null });
    if (isAt("responses", path) && isJson(answer)) editJson(answer, { output_text: gone });
    if (isAt("responses", path) && isStream(answer))
      answer.body = inData((data) => applyEdit(data, { "response.output_text": gone }))(textOf(answer));
  });

  const report = await runWithKeys(bare);

  expect(report.requirements.needs.map(({ requirement }) => requirement)).toContain("R4.9");
});

test.each([
  ["R5.3", "a key without permission"],
  ["R8.1", "a key with a low limit"],
  ["R1.6", "--allow dear"],
])("does not count %s as checked by what is only about it, and says that it needs %s", (requirement, needs) => {
  expect(byOneKey.requirements.needs).toContainEqual({ requirement, needs });
});

test.each(["R1.14", "R5.2", "R8.2", "R9.3", "R2.11"])(
  "does not count %s as checked where there is no messages interface",
  (requirement) => {
    expect(onSmall.requirements.needs.map((each) => each.requirement)).toContain(requirement);
  },
);

test("counts all but HTTPS on a local deployment with every interface and key", async () => {
  const report = await runWithKeys({}, { all: true, allow: ["dear"] });

  expect(report.requirements.needs).toEqual([{ requirement: "R1.15", needs: "an https address" }]);
});
