import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { changed, editJson, isJson, isStream, refusal, textOf, unnamed } from "./faults/fault.ts";
import { inData, isAt } from "./faults/rows.ts";
import { runOnFault } from "./faults/run-fault.ts";

test("does not count custom parameters as checked if a deployment answers and nothing shows their effect", async () => {
  const report = await runOnFault(undefined, runContractTests, "small");

  expect(report.rules.find(({ id }) => id === "service/custom-parameters")).toMatchObject({
    outcome: "skip",
    message: expect.stringContaining("can't be told"),
  });
  expect(report.requirements.needs).toContainEqual({
    requirement: "R1.9",
    needs: expect.stringContaining("a refusal that names a custom parameter"),
  });
});

test("counts custom parameters as checked if a deployment refuses one by its name", async () => {
  const report = await runOnFault(
    {
      ...unnamed,
      from: "small",
      ask: ({ json }) =>
        json?.aspect_ratio === undefined
          ? undefined
          : {
              ...refusal(400, "invalid_request_error", "invalid_parameter"),
              body: JSON.stringify({
                error: {
                  message: "aspect_ratio is unknown.",
                  type: "invalid_request_error",
                  code: "invalid_parameter",
                },
              }),
            },
    },
    runContractTests,
  );

  expect(report.rules.find(({ id }) => id === "service/custom-parameters")?.outcome).toBe("pass");
  expect(report.requirements.needs.map(({ requirement }) => requirement)).not.toContain("R1.9");
});

test("does not count what a 429 has to say as checked if there was none", async () => {
  const report = await runOnFault(undefined, ({ keys: _, ...target }) => runContractTests(target));

  const open = report.requirements.needs.map(({ requirement }) => requirement);
  expect(open).toEqual(expect.arrayContaining(["R7.6", "R7.9", "R8.4"]));
  expect(open).not.toContain("R4.9");
});

test("does not count the responses interface's own fields as checked if none of them is seen", async () => {
  const bare = changed((answer, { path }) => {
    if (answer.status !== 200) return;
    if (isAt("models", path) && isJson(answer))
      editJson(answer, (body) => {
        for (const model of body.data) model.reasoning = null;
      });
    if (isAt("responses", path) && isJson(answer)) editJson(answer, (body) => delete body.output_text);
    if (isAt("responses", path) && isStream(answer))
      answer.body = inData((data) => {
        delete data.response?.output_text;
      })(textOf(answer));
  });

  const report = await runOnFault(bare, runContractTests);

  expect(report.requirements.needs.map(({ requirement }) => requirement)).toContain("R4.9");
});

test.each([
  ["R5.3", "a key without permission"],
  ["R8.1", "a key with a low limit"],
  ["R1.6", "--allow dear"],
])("does not count %s as checked by what is only about it, and says that it needs %s", async (requirement, needs) => {
  const report = await runOnFault(undefined, ({ keys: _, ...target }) => runContractTests(target));

  expect(report.requirements.needs).toContainEqual({ requirement, needs });
});

test.each(["R1.14", "R5.2", "R8.2", "R9.3", "R2.11"])(
  "does not count %s as checked where there is no messages interface",
  async (requirement) => {
    const report = await runOnFault(undefined, runContractTests, "small");

    expect(report.requirements.needs.map((each) => each.requirement)).toContain(requirement);
  },
);

test("counts all but HTTPS on a local deployment with every interface and key", async () => {
  const report = await runOnFault(undefined, (target) => runContractTests({ ...target, all: true, allow: ["dear"] }));

  expect(report.requirements.needs).toEqual([{ requirement: "R1.15", needs: "an https address" }]);
});
