/** Makes the buttons above code blocks copy what is in them. */
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
    return false; // a page without https, or one that may not
  }
}
