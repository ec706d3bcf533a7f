const remembered = "model-access-reference-sample";

/** Turns the samples of an operation into tabs, and remembers the chosen language. */
export function showTabs(): void {
  for (const [index, group] of [...document.querySelectorAll<HTMLElement>("[data-tabs]")].entries()) {
    const panels = [...group.querySelectorAll<HTMLElement>("[data-tab]")];
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    const tabs = panels.map((panel, at) => {
      const tab = document.createElement("button");
      const id = `tab-${index}-${at}`;
      Object.assign(tab, { type: "button", id, textContent: panel.dataset.tab ?? "" });
      tab.setAttribute("role", "tab");
      Object.assign(panel, { id: `${id}-panel`, role: "tabpanel" });
      panel.setAttribute("aria-labelledby", id);
      tab.setAttribute("aria-controls", panel.id);
      list.append(tab);
      return tab;
    });
    const show = (chosen: number) => {
      for (const [at, tab] of tabs.entries()) {
        tab.setAttribute("aria-selected", String(at === chosen));
        tab.tabIndex = at === chosen ? 0 : -1;
        const panel = panels[at];
        if (panel !== undefined) panel.hidden = at !== chosen;
      }
    };
    const choose = (chosen: number) => {
      show(chosen);
      store(panels[chosen]?.dataset.tab ?? "");
    };
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener("click", () => choose(at));
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step === undefined) return;
        const next = (at + step + tabs.length) % tabs.length;
        choose(next);
        tabs[next]?.focus();
      });
    }
    group.prepend(list);
    const wanted = panels.findIndex(({ dataset }) => dataset.tab === stored());
    show(Math.max(0, wanted));
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null; // storage is disabled
  }
}

function store(name: string): void {
  try {
    localStorage.setItem(remembered, name);
  } catch {
    // storage is disabled
  }
}

/** Activates the copy buttons of code blocks. */
export function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("figure.code .copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
      button.textContent = (await copy(code)) ? "Copied" : "Press Ctrl+C";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no https, or no permission
  }
}
