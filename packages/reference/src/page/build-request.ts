/** Values of an operation's form. */
export interface TriedOperation {
  method: string;
  path: string;
}

/** Builds the request of a form. Throws one sentence if the body is not JSON. */
export function buildRequest(form: HTMLFormElement, { method, path }: TriedOperation): Request {
  const headers = new Headers({ authorization: `Bearer ${field(form, "key")?.value ?? ""}` });
  const url = new URL(location.origin);
  let target = path;
  for (const input of form.querySelectorAll<HTMLInputElement>("[data-in]")) {
    if (input.dataset.in === "path") target = target.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (input.dataset.in === "query") url.searchParams.set(input.name, input.value);
    else headers.set(input.name, input.value);
  }
  url.pathname = target;
  return new Request(url, { method, headers, ...buildBody(form, headers) });
}

function buildBody(form: HTMLFormElement, headers: Headers): { body?: BodyInit } {
  const text = field(form, "body")?.value;
  if (text === undefined) return {};
  const type = chosenType(form);
  if (type === "application/json") {
    headers.set("content-type", type);
    return { body: text };
  }
  const members = Object.entries(parsed(text));
  if (type === "application/x-www-form-urlencoded") {
    return { body: new URLSearchParams(members.map(([name, value]) => [name, String(value)])) };
  }
  const data = new FormData();
  for (const [name, value] of members) {
    if (isFilePart(name)) data.set(name, fileFor(form, name, String(value)));
    else data.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return { body: data };
}

/** Returns the media type of the chosen example. */
export const chosenType = (form: HTMLFormElement): string =>
  form.querySelector<HTMLSelectElement>("[name=example]")?.selectedOptions[0]?.dataset.type ?? "";

export const isFilePart = (name: string): boolean => name === "file" || name === "input_reference";

function fileFor(form: HTMLFormElement, name: string, value: string): File {
  const chosen = form.querySelector<HTMLInputElement>("[type=file]")?.files?.[0];
  if (chosen !== undefined) return chosen;
  if (name === "file") return new File([value], "example.csv", { type: "text/csv" });
  return new File([Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))], "example.png", {
    type: "image/png",
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error("The body is not JSON. Write a form as a JSON object of its fields.");
  }
}

const field = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
