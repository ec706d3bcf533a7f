import { buildRequest, chosenType, isFilePart, type TriedOperation } from "./build-request.ts";
import { showReply } from "./show-reply.ts";

/** Activates the form that sends the page's operation to the mock. It stays hidden if no mock serves the page. */
export function tryIt(): void {
  const { mockKey } = document.documentElement.dataset;
  const form = document.querySelector<HTMLFormElement>("form[data-try]");
  if (mockKey === undefined || form === null) return;
  const section = form.closest("section") ?? form;
  form.hidden = false;
  section.querySelector(".elsewhere")?.remove();
  const key = form.querySelector<HTMLInputElement>("[name=key]");
  if (key !== null) key.value = mockKey;
  form.querySelector("[name=example]")?.addEventListener("change", () => fillBody(form));
  fillBody(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form, section);
  });
}

/** Fills the body with the chosen example, which is on the page already. */
function fillBody(form: HTMLFormElement): void {
  const name = form.querySelector<HTMLSelectElement>("[name=example]")?.value;
  const body = form.querySelector<HTMLTextAreaElement>("[name=body]");
  if (name === undefined || body === null) return;
  const text = document.querySelector(`[data-example="${name}"] code`)?.textContent ?? "";
  body.value = text;
  const hasFile = chosenType(form) === "multipart/form-data" && Object.keys(JSON.parse(text)).some(isFilePart);
  const file = form.querySelector<HTMLElement>(".file");
  if (file !== null) file.hidden = !hasFile;
}

async function send(form: HTMLFormElement, section: Element): Promise<void> {
  const outcome = section.querySelector<HTMLElement>(".outcome");
  const reply = section.querySelector<HTMLElement>(".reply");
  const [button, stop, clear] = [".send", ".stop", ".clear"].map((name) => form.querySelector<HTMLButtonElement>(name));
  if (!outcome || !reply || !button || !stop || !clear) return;
  const controller = new AbortController();
  const abort = () => controller.abort();
  reply.replaceChildren();
  button.disabled = true;
  stop.hidden = false;
  stop.addEventListener("click", abort, { once: true });
  clear.onclick = () => {
    reply.replaceChildren();
    reply.hidden = clear.hidden = true;
    outcome.textContent = "";
  };
  try {
    const request = buildRequest(form, JSON.parse(form.dataset.try ?? "{}") as TriedOperation);
    outcome.textContent = "Sent …";
    const response = await fetch(request, { signal: controller.signal });
    outcome.textContent = `${response.status} ${response.statusText} · ${response.headers.get("content-type") ?? "no content"}`;
    outcome.className = `outcome ${response.ok ? "good" : "bad"}`;
    reply.hidden = clear.hidden = false;
    await showReply(response, reply);
    outcome.append(" · complete");
  } catch (error) {
    if (controller.signal.aborted) outcome.append(" · stopped");
    else outcome.textContent = error instanceof Error ? error.message : String(error);
  } finally {
    button.disabled = false;
    stop.hidden = true;
    stop.removeEventListener("click", abort);
  }
}
