// The programs that the system tests start: a store, and the servers that people put in front of a deployment.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Each program with the Debian package that has it. */
const packages = {
  "redis-server": "redis-server",
  openssl: "openssl",
  nginx: "nginx-light",
  haproxy: "haproxy",
  caddy: "caddy",
};

/** The folders of PATH, and those that a user's PATH may leave out. */
const folders = () => [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Returns the path of a program, or `undefined` where this machine has none. */
export function findProgram(name, { exists = existsSync } = {}) {
  return folders()
    .map((folder) => join(folder, name))
    .find((path) => exists(path));
}

/** Names the programs that the system tests need and this machine lacks. */
export function missingSystemPrograms(options) {
  return Object.keys(packages).filter((name) => findProgram(name, options) === undefined);
}

/** Says how to install all of them. */
export function systemInstallLine() {
  return `Debian: apt-get install ${Object.values(packages).join(" ")}`;
}
