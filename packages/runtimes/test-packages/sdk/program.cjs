const sdk = require("@model-access/sdk");
const { behaveOnServer } = require("./behaviour.cjs");

behaveOnServer(sdk, process.env.MODEL_ACCESS_BASE_URL).then((outcome) => console.log(JSON.stringify(outcome)));
