import { expect, test } from "vitest";
import { ruleIn, runWithKeys } from "./deployment.ts";
import { type Asked, type Fault, refusal, textOf, unnamed } from "./faults/fault.ts";
import { isAt } from "./faults/rows.ts";

const wantsLimit = ({ path, json }: Asked) =>
  isAt("chat", path) && json?.messages !== undefined && json.max_tokens === undefined
    ? refusal(400, "invalid_request_error", "missing_required_parameter")
    : undefined;

const limitWanted: Fault = { ...unnamed, only: ["chat"], ask: wantsLimit };

test("a call that is refused for what it carries is told with its own request, and a plainer one is judged", async () => {
  const report = await runWithKeys(limitWanted);

  const status = ruleIn(report, "chat/reply/status");
  expect(status).toMatchObject({ outcome: "fail", actual: "400" });
  expect(status?.message).toMatch(/expected 200\. A plainer request is answered\.$/);
  expect(status?.curl).not.toContain("max_tokens");
  for (const name of ["reply/schema", "reply/usage-sum", "stream/json", "stream/ends-with-done"])
    expect([name, ruleIn(report, `chat/${name}`)?.outcome]).toEqual([name, "pass"]);
  expect(JSON.stringify(report)).not.toContain("hasPlainer");
});

test("what only the refused request shows is not judged on the plainer one, and says why", async () => {
  const report = await runWithKeys(limitWanted);

  expect(ruleIn(report, "chat/stream/text")).toMatchObject({
    outcome: "blocked",
    message: expect.stringContaining("a simpler request can't show this"),
  });
});

test("a fault in the answer to a plainer request is found", async () => {
  const report = await runWithKeys({
    ...limitWanted,
    answer: (answer, { path }) => {
      if (isAt("chat", path)) answer.body = textOf(answer).replaceAll("data: [DONE]\n\n", "");
    },
  });

  expect(ruleIn(report, "chat/stream/ends-with-done")?.outcome).toBe("warn");
});

test("nothing plainer is asked for where the key, the account or the path is refused", async () => {
  const asked: unknown[] = [];
  await runWithKeys({
    ...limitWanted,
    ask: ({ path, json }) => {
      if (!isAt("chat", path)) return undefined;
      asked.push(json);
      return refusal(403, "permission_error", "permission_denied");
    },
  });

  expect(asked.filter((json) => JSON.stringify(json)?.includes('"max_tokens":256'))).toEqual([]);
});
