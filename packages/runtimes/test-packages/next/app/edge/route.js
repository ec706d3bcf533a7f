import * as sdk from "@model-access/sdk";
import { behaveOnServer } from "../../behaviour.mjs";

export const runtime = "edge";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await behaveOnServer(sdk, process.env.MODEL_ACCESS_BASE_URL));
