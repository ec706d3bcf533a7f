import { expect, test } from "vitest";
import type { FaultRule } from "../src/index.js";
import { createClient } from "./client.js";

const key = "sk-mock-full";

test.for<[FaultRule, fields: object, statuses: number[]]>([
  [{ fault: "status-503" }, {}, [503, 503]],
  [{ fault: "status-503", times: 1 }, {}, [503, 200]],
  [{ fault: "status-500", model: "claude-SONNET-4.5" }, { model: "Claude-Sonnet-4.5" }, [500, 500]],
  [{ fault: "status-500", model: "claude-sonnet-4-5-20250929" }, { model: "Claude-Sonnet-4.5" }, [500, 500]],
  [{ fault: "status-500", model: "GPT-5.2" }, { model: "Claude-Sonnet-4.5" }, [200, 200]],
  [{ fault: "status-500", operationId: "createChatCompletion", key }, {}, [500, 500]],
  [{ fault: "status-500", operationId: "createMessage" }, {}, [200, 200]],
  [{ fault: "status-500", key: "sk-mock-tiny" }, {}, [200, 200]],
  [{ fault: "stall" }, {}, [200, 200]],
  [{ fault: "cut-json" }, { stream: true }, [200, 200]],
])("the rule %j meets requests with %j: %j", async ([rule, fields, statuses]) => {
  const { chat, admin } = createClient({ state: { faults: [rule] } });

  const answers = [await chat(fields), await chat(fields)];

  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(2).fill(expect.any(String)));
  expect((await admin("GET", "/faults")).rules).toHaveLength(rule.times === 1 ? 0 : 1);
});

test("a rule with a fault that is none is refused", async () => {
  const { error } = await createClient().admin("POST", "/faults", { fault: "stall;after=2" });

  expect(error.message).toContain("The fault 'stall' takes at=N");
});
