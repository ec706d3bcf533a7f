/** Shows a reply in an element: JSON, a stream event by event, or a file. */
export async function showReply(response: Response, into: HTMLElement): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return showStream(response, into);
  if (/^(image|video|audio)\//.test(type)) return showFile(await response.blob(), into);
  const text = await response.text();
  into.append(block(isJson(type) ? indented(text) : text));
}

async function showStream(response: Response, into: HTMLElement): Promise<void> {
  const list = document.createElement("ol");
  list.className = "events";
  into.append(list);
  const start = performance.now();
  for await (const event of eventTexts(response)) {
    const item = document.createElement("li");
    const time = Object.assign(document.createElement("time"), {
      textContent: `+${Math.round(performance.now() - start)} ms`,
    });
    item.append(time, block(event));
    list.append(item);
    into.scrollTop = into.scrollHeight;
  }
}

/** Yields the text of each event of a body as soon as its empty line arrives. */
async function* eventTexts(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    rest += decoder.decode(read.value, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    yield* events.filter((event) => event !== "");
  }
  if (rest.trim() !== "") yield rest;
}

function showFile(file: Blob, into: HTMLElement): void {
  const kind = file.type.split("/")[0];
  const element = document.createElement(kind === "image" ? "img" : "video");
  element.src = URL.createObjectURL(file);
  if (element instanceof HTMLVideoElement) element.controls = true;
  else element.alt = "The file of the reply";
  into.append(element, block(`${file.type}, ${file.size} bytes`));
}

const isJson = (type: string) => type.startsWith("application/json");

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // shown as it is
  }
}

const block = (text: string) => Object.assign(document.createElement("pre"), { textContent: text });
