/** Opens and closes the menu in a narrow window, and scrolls to its current entry. */
export function openMenu(): void {
  const button = document.querySelector<HTMLButtonElement>(".menu-button");
  const menu = document.querySelector<HTMLElement>("#menu");
  if (button === null || menu === null) return;
  document.documentElement.classList.add("scripted");
  button.hidden = false;
  const show = (isOpen: boolean) => {
    menu.classList.toggle("open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button.getAttribute("aria-expanded") !== "true") return;
    show(false);
    button.focus();
  });
  const current = menu.querySelector<HTMLElement>('[aria-current="page"]');
  if (current !== null) menu.scrollTop = Math.max(0, current.offsetTop - menu.clientHeight / 2);
}

/** Expands the sections around the target of a deep link. */
export function openTarget(): void {
  showTarget();
  window.addEventListener("hashchange", showTarget);
}

function showTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.scrollIntoView();
}

/** Makes tables wider than the window focusable, so that the keyboard can scroll them. */
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
