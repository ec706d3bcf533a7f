import { findEntries, type SearchEntry } from "./find-entries.ts";

declare global {
  var referenceEntries: SearchEntry[] | undefined;
}

const most = 12;

/** Searches operations, schemas, members, values and events, as a combobox with a list of links. */
export function search(): void {
  const box = document.querySelector<HTMLElement>(".search");
  const input = box?.querySelector("input");
  const list = box?.querySelector<HTMLElement>("[role=listbox]");
  if (!box || !input || !list) return;
  const root = box.dataset.root ?? "";
  let current = -1;
  box.hidden = false;

  input.addEventListener("focus", () => void loadEntries(root));
  input.addEventListener("input", () => void show());
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      choose(current + step);
    } else if (event.key === "Enter") {
      const link = list.querySelectorAll("a")[Math.max(0, current)];
      if (link !== undefined) location.href = link.href;
    } else if (event.key === "Escape") close();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !box.contains(target)) close();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    input.focus();
  });

  async function show(): Promise<void> {
    const entries = await loadEntries(root);
    if (!input || !list) return;
    const found = findEntries(entries, input.value).slice(0, most);
    const isAsked = input.value.trim() !== "";
    list.replaceChildren(
      ...(found.length === 0 && isAsked ? [nothingFound()] : found.map((entry, index) => option(root, entry, index))),
    );
    list.hidden = list.childElementCount === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    choose(found.length > 0 ? 0 : -1);
  }

  function choose(next: number): void {
    const options = [...(list?.querySelectorAll("a[role=option]") ?? [])];
    current = options.length === 0 ? -1 : (next + options.length) % options.length;
    for (const [index, one] of options.entries()) one.setAttribute("aria-selected", String(index === current));
    options[current]?.scrollIntoView({ block: "nearest" });
    if (current < 0) input?.removeAttribute("aria-activedescendant");
    else input?.setAttribute("aria-activedescendant", options[current]?.id ?? "");
  }

  function close(): void {
    if (list) list.hidden = true;
    input?.setAttribute("aria-expanded", "false");
  }
}

/** Renders a result as a link that is also the option, so that a click opens it like any link. */
function option(root: string, [title, kind, path, summary]: SearchEntry, index: number): HTMLElement {
  const link = document.createElement("a");
  Object.assign(link, { id: `found-${index}`, role: "option", href: `${root}${path}`, tabIndex: -1 });
  for (const [className, text] of [
    ["title", title],
    ["kind", kind],
    ["says", summary],
  ] as const) {
    link.append(Object.assign(document.createElement("span"), { className, textContent: text }), " ");
  }
  const item = Object.assign(document.createElement("li"), { role: "presentation" });
  item.append(link);
  return item;
}

function nothingFound(): HTMLElement {
  const item = Object.assign(document.createElement("li"), { textContent: "Nothing found", className: "nothing" });
  Object.assign(item, { role: "option", ariaDisabled: "true", ariaSelected: "false" });
  return item;
}

let loading: Promise<SearchEntry[]> | undefined;

/** Loads the entries on first use, as a script: a page opened from a file cannot fetch. */
function loadEntries(root: string): Promise<SearchEntry[]> {
  loading ??= new Promise((resolve) => {
    const script = Object.assign(document.createElement("script"), { src: `${root}assets/search-entries.js` });
    script.addEventListener("load", () => resolve(globalThis.referenceEntries ?? []));
    script.addEventListener("error", () => resolve([]));
    document.head.append(script);
  });
  return loading;
}
