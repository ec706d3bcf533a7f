/** Lets a keyboard reach the tables that are wider than the window, so that it can scroll them. */
export function reachScrolledTables(): void {
  const mark = () => {
    for (const table of document.querySelectorAll<HTMLElement>(".table")) {
      const isScrolled = table.scrollWidth > table.clientWidth;
      table.toggleAttribute("tabindex", isScrolled);
      if (isScrolled) Object.assign(table, { tabIndex: 0, role: "group", ariaLabel: "Table" });
    }
  };
  mark();
  window.addEventListener("resize", mark);
}
