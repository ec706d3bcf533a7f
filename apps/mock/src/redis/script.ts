import { createHash } from "node:crypto";

export interface Script {
  text: string;
  sha: string;
}

export function defineScript(text: string): Script {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}
