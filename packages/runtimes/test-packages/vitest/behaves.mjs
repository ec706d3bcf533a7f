import { writeFileSync } from "node:fs";
import * as sdk from "@model-access/sdk";
import { test } from "vitest";
import { behaveOnServer } from "./behaviour.mjs";

test("behaves", async () => {
  writeFileSync("outcome.json", JSON.stringify(await behaveOnServer(sdk, process.env.MODEL_ACCESS_BASE_URL)));
});
