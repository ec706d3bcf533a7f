import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { findingsOf } from "./faults/run-fault.ts";

const page = 1_500;

test.each(["chat/stream-usage", "messages/stream", "responses/stream"])(
  "fails %s if it comes in pages of a buffer, as streams of all interfaces may not",
  async (call) => {
    const deployment = createDeployment();
    const report = await runContractTests({
      baseURL: "http://127.0.0.1",
      apiKey: key,
      ...deployment,
      only: ["models", call],
      send: async (...request) => {
        const { reply, ...result } = await deployment.send(...request);
        if (reply === undefined) return result;
        const cuts = Array.from({ length: Math.floor(reply.body.length / page) }, (_, at) => (at + 1) * page);
        const pieces = [...cuts, reply.body.length].map((end, at) => ({ atMs: 600 * (at + 1), end }));
        return { ...result, reply: { ...reply, pieces } };
      },
    });

    expect(findingsOf(report)).toEqual({ [`${call}/not-held-back`]: "fail" });
  },
);
