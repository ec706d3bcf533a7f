const { writeFileSync } = require("node:fs");
const sdk = require("@model-access/sdk");
const { behaveOnServer } = require("./behaviour.cjs");

test("behaves", async () => {
  writeFileSync("outcome.json", JSON.stringify(await behaveOnServer(sdk, process.env.MODEL_ACCESS_BASE_URL)));
});
