// The programs that the system tests start: a store, and servers that people put in front of a deployment.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian packages, by program. */
const packages = {
  "redis-server": "redis-server",
  openssl: "openssl",
  nginx: "nginx-light",
  haproxy: "haproxy",
  caddy: "caddy",
};

/** The folders of PATH, and those that a user's PATH may lack. */
const folders = () => [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Returns the path of a program, or `undefined` if it is not installed. */
export function findProgram(name, { exists = existsSync } = {}) {
  return folders()
    .map((folder) => join(folder, name))
    .find((path) => exists(path));
}

/** Lists the missing programs of the system tests. */
export function missingSystemPrograms(options) {
  return Object.keys(packages).filter((name) => findProgram(name, options) === undefined);
}

/** Installation instructions for all of them. */
export function systemInstallLine() {
  return `Debian: apt-get install ${Object.values(packages).join(" ")}`;
}
