const kept = "details, pre, .scroll, summary, h3, .actions button";

/** Puts new content in the place of older content of the same kind: what is open, scrolled or has the focus stays so. */
export function replaceContent(place: HTMLElement, content: HTMLElement[]): void {
  const before = [...place.querySelectorAll<HTMLElement>(kept)].map((old) => ({
    isOpen: old instanceof HTMLDetailsElement && old.open,
    scrollTop: old.scrollTop,
    hasFocus: old === document.activeElement,
  }));
  place.replaceChildren(...content);
  for (const [index, made] of place.querySelectorAll<HTMLElement>(kept).entries()) {
    const old = before[index];
    if (old === undefined) return;
    if (made instanceof HTMLDetailsElement) made.open = old.isOpen;
    made.scrollTop = old.scrollTop;
    if (old.hasFocus) made.focus({ preventScroll: true });
  }
}
