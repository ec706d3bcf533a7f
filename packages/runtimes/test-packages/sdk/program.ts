// The same program in both module systems, with `import` and with `require`.
import process from "node:process";
import * as sdk from "@model-access/sdk";
import { behaveOnServer } from "./behaviour.ts";

const baseURL = process.env.MODEL_ACCESS_BASE_URL ?? "";
behaveOnServer(sdk, baseURL).then((outcome) => console.log(JSON.stringify(outcome)));
