/** Opens what is closed around the element that the address names, so that a deep link shows it. */
export function openTarget(): void {
  open();
  window.addEventListener("hashchange", open);
}

function open(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.scrollIntoView();
}
