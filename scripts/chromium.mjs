// Where the browser tests find Chromium.
import { existsSync } from "node:fs";

/** The line that says how to install it. */
export const chromiumInstallLine = "Debian: apt-get install chromium-headless-shell; elsewhere Google Chrome";

const { CHROMIUM_PATH } = process.env;
// The shell has no window, which takes half the work of a page.
const names = ["chromium-headless-shell", "chromium", "chromium-browser"];
const program = CHROMIUM_PATH ?? names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/**
 * The options that Playwright needs to start it anywhere, containers included: the program that CHROMIUM_PATH names, else
 * Debian's, else the Chrome that Playwright finds on this system.
 */
export const chromiumOptions = () => ({
  ...(program === undefined ? { channel: "chrome" } : { executablePath: program }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
