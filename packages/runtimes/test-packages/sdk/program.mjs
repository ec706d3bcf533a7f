import process from "node:process";
import * as sdk from "@model-access/sdk";
import { behaveOnServer } from "./behaviour.mjs";

console.log(JSON.stringify(await behaveOnServer(sdk, process.env.MODEL_ACCESS_BASE_URL)));
