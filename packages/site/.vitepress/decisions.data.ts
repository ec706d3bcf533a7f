import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pages, root } from "./pages.ts";

/** A decision with its ruling. */
export interface Decision {
  title: string;
  ruling: string;
  link: string;
}

export declare const data: Decision[];

export default {
  load(): Decision[] {
    return [...pages].flatMap(([file, address]) => {
      const text = readFileSync(join(root, file), "utf8");
      const [, title, ruling] = /^# (.+)\n\n\*\*Ruling: (.+?)\*\*/.exec(text) ?? [];
      return title && ruling ? [{ title, ruling: ruling.replaceAll("`", ""), link: `/${address}` }] : [];
    });
  },
};
