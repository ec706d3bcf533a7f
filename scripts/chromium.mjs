// Finds Chromium for the browser tests.
import { existsSync } from "node:fs";

/** Installation instructions, in one line. */
export const chromiumInstallLine = "Debian: apt-get install chromium-headless-shell; elsewhere Google Chrome";

const { CHROMIUM_PATH } = process.env;
// The headless shell has no window, which halves the work per page.
const names = ["chromium-headless-shell", "chromium", "chromium-browser"];
const program = CHROMIUM_PATH ?? names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/**
 * Playwright's launch options, for containers too: the program at CHROMIUM_PATH, else Debian's Chromium, else the Chrome
 * that Playwright finds.
 */
export const chromiumOptions = () => ({
  ...(program === undefined ? { channel: "chrome" } : { executablePath: program }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
