// Turns the documents' links to files of the repository into links to pages of the site.
import { existsSync } from "node:fs";
import { join, posix, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { pages, root } from "./pages.ts";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** Rewrites links while a page is rendered. Other files are linked in the repository, if its address is known. */
export function siteLinks(md: MarkdownRenderer, { repository }: { repository: string | undefined }): void {
  md.core.ruler.push("site_links", ({ tokens, env }) => {
    if (env.realPath === undefined) return;
    const file = relative(root, env.realPath).replaceAll("\\", "/");
    for (const token of tokens) {
      if (token.type === "html_block") token.content = withRelativeImages(token.content);
      if (token.children !== null) token.children = turnLinks(md, token.children, { file, repository });
    }
  });
}

interface Place {
  file: string;
  repository: string | undefined;
}

function turnLinks(md: MarkdownRenderer, tokens: Token[], { file, repository }: Place): Token[] {
  let depth = 0;
  let isDropped = false;
  return tokens.flatMap((token) => {
    if (token.type === "html_inline") token.content = withRelativeImages(token.content);
    if (token.type === "link_open") {
      depth += 1;
      const turned = siteLink(String(token.attrGet("href")), { file, repository });
      isDropped = turned === undefined;
      if (turned !== undefined) token.attrSet("href", turned);
    }
    if (token.type === "link_close") depth -= 1;
    if (token.type.startsWith("link_") && isDropped) return [];
    // Published READMEs name pages by path, in code.
    if (token.type === "code_inline" && depth === 0 && pages.has(token.content) && token.content.startsWith("docs/")) {
      return md.parseInline(`[\`${token.content}\`](/${pages.get(token.content)})`, {})[0]?.children ?? [token];
    }
    return [token];
  });
}

/** Returns the new address of a link; `undefined` if there is none. Broken links stay, and fail the build. */
function siteLink(target: string, { file, repository }: Place): string | undefined {
  if (/^(\w+:|#|\/)/.test(target)) return target;
  const [path = "", heading] = target.split("#");
  const linked = posix.join(posix.dirname(file), path).replace(/\/$/, "");
  const page = pages.get(linked) ?? pages.get(`${linked}/README.md`);
  if (page !== undefined) return `/${page.replace(/(^|\/)index$/, "$1")}${heading === undefined ? "" : `#${heading}`}`;
  if (!existsSync(join(root, linked))) return target;
  return repository && `${repository}/blob/main/${linked}`;
}

/** Vue treats an image path that begins with a dot as relative to the file. */
function withRelativeImages(html: string): string {
  return html.replaceAll(/ (src|srcset)="(?=[\w])(?!\w+:)/g, ' $1="./');
}
