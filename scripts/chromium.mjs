// Where the browser tests find Chromium, and how to install it.
import { existsSync } from "node:fs";

const { CHROMIUM_PATH, LOCALAPPDATA, ProgramFiles = "C:\\Program Files" } = process.env;

const platforms = {
  linux: {
    programs: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    installLine: "Debian: apt-get install chromium",
  },
  darwin: {
    programs: ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    installLine: "macOS: brew install --cask google-chrome",
  },
  win32: {
    programs: [ProgramFiles, LOCALAPPDATA].map((folder) => `${folder}\\Google\\Chrome\\Application\\chrome.exe`),
    installLine: "Windows: winget install Google.Chrome",
  },
};

/** Returns the line that installs Chromium, or Chrome, on this system. */
export function chromiumInstallLine(platform = process.platform) {
  return (platforms[platform] ?? platforms.linux).installLine;
}

/** The program of Chromium or Chrome: the one that CHROMIUM_PATH names, else where this system has it. */
export function findChromium({ platform = process.platform, given = CHROMIUM_PATH, exists = existsSync } = {}) {
  const { programs } = platforms[platform] ?? platforms.linux;
  const found = (given ? [given] : programs).find(exists);
  if (found !== undefined) return found;
  const where = given ? `There is no Chromium at ${given}, which CHROMIUM_PATH names` : "No Chromium found";
  throw new Error(`${where}. Install it (${chromiumInstallLine(platform)}) or set CHROMIUM_PATH to its program.`);
}

/** The options that playwright needs to start it anywhere, containers included. */
export const chromiumOptions = () => ({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
