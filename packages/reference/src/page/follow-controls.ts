type Side = { parameter_name: string } | { literal: unknown };

/** Updates previews of setting controls as a client would: conditions hide and show controls and parameters. */
export function followControls(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-controls]")) {
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => update(form));
    update(form);
  }
}

function update(form: HTMLFormElement): void {
  const values = readValues(form);
  for (const part of form.querySelectorAll<HTMLElement>("[data-condition]")) {
    const { left, right } = JSON.parse(part.dataset.condition ?? "{}") as { left: Side; right: Side };
    const isKnown = [left, right].every((side) => !("parameter_name" in side) || side.parameter_name in values);
    part.hidden = isKnown && sideValue(left, values) !== sideValue(right, values);
  }
  for (const slider of form.querySelectorAll<HTMLElement>(".slider")) {
    const [input, output] = [slider.querySelector("input"), slider.querySelector("output")];
    if (input && output) output.value = input.value;
  }
  const output = form.querySelector<HTMLOutputElement>(".parameters output");
  if (output) output.value = JSON.stringify(visibleOnly(form, readValues(form)), null, 1);
}

const sideValue = (side: Side, values: Record<string, unknown>): unknown =>
  "parameter_name" in side ? values[side.parameter_name] : side.literal;

const listInputs = (form: HTMLFormElement) =>
  [...form.elements].filter((one): one is HTMLInputElement => one.matches("input, select, textarea"));

function readValues(form: HTMLFormElement): Record<string, unknown> {
  return Object.fromEntries(listInputs(form).map((input) => [input.name, read(input)]));
}

function read(input: HTMLInputElement): unknown {
  if (input.type === "checkbox") return input.checked;
  return input.type === "range" ? Number(input.value) : input.value;
}

/** Returns the values to send, without hidden controls and empty texts. */
function visibleOnly(form: HTMLFormElement, values: Record<string, unknown>): Record<string, unknown> {
  const sent = listInputs(form).filter(
    (input) => input.closest("[data-condition][hidden]") === null && read(input) !== "",
  );
  return Object.fromEntries(sent.map(({ name }) => [name, values[name]]));
}
