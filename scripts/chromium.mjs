// Where the browser tests find Chromium.
import { existsSync } from "node:fs";

/** The line that says how to install it. */
export const chromiumInstallLine = "Debian: apt-get install chromium; elsewhere Google Chrome";

const { CHROMIUM_PATH } = process.env;
const program = CHROMIUM_PATH ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/**
 * The options that Playwright needs to start it anywhere, containers included: the program that CHROMIUM_PATH names, else
 * Debian's, else the Chrome that Playwright finds on this system.
 */
export const chromiumOptions = () => ({
  ...(program === undefined ? { channel: "chrome" } : { executablePath: program }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
