import { type Browser, chromium } from "playwright-core";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

let launched: Promise<Browser> | undefined;

/** Returns the browser of all files of a worker, which ends with it: each file takes contexts of its own. */
export function launchBrowser(): Promise<Browser> {
  launched ??= chromium.launch(chromiumOptions());
  return launched;
}
