import type { Bot, Key } from "./admin.js";
import { showChoices } from "./choices.js";
import { copyText } from "./copy-text.js";
import { find, findField } from "./find.js";
import { snippets } from "./snippets.js";
import { attempt } from "./status-message.js";

/** First calls to copy, each with the base URL that its client wants. Returns what shows them for keys and bots. */
export function createConnectPanel({ session }: { session: string }) {
  const form = find("connect-with", HTMLFormElement);
  const place = find("snippet", HTMLElement);
  const client = findField(form, "client", HTMLSelectElement);
  const key = findField(form, "key", HTMLSelectElement);
  const base = findField(form, "baseURL", HTMLInputElement);
  let models = { model: "", messagesModel: "" };

  find("session-hint", HTMLElement).hidden = session === "default";
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  find("copy-snippet", HTMLButtonElement).addEventListener(
    "click",
    () => void attempt(() => copyText(place.textContent ?? "", `the snippet for ${client.value}`)),
  );

  return {
    showKeys(keys: Key[]): void {
      const working = keys.filter(({ isRevoked }) => !isRevoked);
      showChoices(
        key,
        working.map((known) => ({ value: known.key, text: known.key })),
      );
      show();
    },
    showBots(bots: Bot[]): void {
      const open = bots.filter(({ access }) => access === "public");
      const forMessages = open.find(({ model }) => model.supported_endpoints?.includes("/v1/messages")) ?? open[0];
      models = { model: open[0]?.name ?? "", messagesModel: forMessages?.name ?? "" };
      show();
    },
  };

  function show(): void {
    const all = snippets({ baseURL: location.origin, apiKey: key.value, ...models });
    showChoices(
      client,
      all.map((snippet) => ({ value: snippet.client, text: snippet.client })),
    );
    const chosen = all.find((snippet) => snippet.client === client.value) ?? all[0];
    base.value = chosen?.baseURL ?? "";
    if (place.textContent !== chosen?.code) place.textContent = chosen?.code ?? "";
  }
}
