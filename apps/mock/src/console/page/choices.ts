import { element } from "./element.js";

/** Puts options into a select, after those that console.html gives it. What was chosen stays so where it is still there. */
export function showChoices(select: HTMLSelectElement, choices: readonly { value: string; text: string }[]): void {
  const shown = JSON.stringify(choices);
  if (select.dataset.shown === shown) return;
  const { value } = select;
  const given = [...select.options].filter((option) => option.dataset.made === undefined);
  select.dataset.shown = shown;
  select.replaceChildren(
    ...given,
    ...choices.map((choice) => element("option", { value: choice.value, "data-made": true }, choice.text)),
  );
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}
