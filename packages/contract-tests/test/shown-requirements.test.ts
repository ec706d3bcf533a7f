import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { refusal } from "./faults/fault.ts";
import { about } from "./faults/legal-about.ts";
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
      ...about("custom-named", "refuses custom parameters by their names"),
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
