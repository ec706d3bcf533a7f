/** Opens and closes the menu where the window is too narrow for it, and shows the current entry in it. */
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
