import type { Admin, Exchange } from "./admin.js";
import { copyText } from "./copy-text.js";
import { element } from "./element.js";
import { asCurl, asFetch, bodyOf, headersAgain, type SendAgain, whyNotAgain } from "./exchange-as-code.js";
import { draftReply } from "./replies-panel.js";
import { replyDraft } from "./reply-draft.js";
import { attempt } from "./status-message.js";

/** What can be done with an exchange: its request is copied, or sent once more, and its answer scripted. */
export function exchangeActions(exchange: Exchange, admin: Admin): HTMLElement[] {
  return [...requestActions(exchange, admin), ...scriptAction(exchange)];
}

function scriptAction(exchange: Exchange): HTMLElement[] {
  const draft = replyDraft(exchange);
  if (draft === undefined) return [];
  const button = element("button", { type: "button" }, "Answer so from now on…");
  button.addEventListener("click", () => draftReply(draft));
  return [button];
}

function requestActions(exchange: Exchange, admin: Admin): HTMLElement[] {
  const { id } = exchange;
  const reason = whyNotAgain(exchange);
  const again = async (): Promise<SendAgain> => {
    const known = (await admin.listKeys()).find(({ name }) => name === exchange.notes.key);
    return { baseURL: location.origin, apiKey: known?.key };
  };
  const buttons = [
    action("Copy as curl", async () => copyText(asCurl(exchange, await again()), `${id} as curl`)),
    action("Copy as fetch", async () => copyText(asFetch(exchange, await again()), `${id} as fetch`)),
    action("Send again", async () => `Sent ${id} again: ${await send(exchange, await again())}.`),
  ];
  if (reason === undefined) return buttons;
  for (const button of buttons) button.disabled = true;
  return [element("span", { class: "note" }, reason), ...buttons];
}

function action(text: string, press: () => Promise<string>): HTMLButtonElement {
  const button = element("button", { type: "button" }, text);
  button.addEventListener("click", () => void attempt(press));
  return button;
}

/** Sends the request as the page, and says what came of it. */
async function send(exchange: Exchange, to: SendAgain): Promise<string> {
  const { method, target } = exchange.request;
  const body = bodyOf(exchange);
  try {
    const response = await fetch(to.baseURL + target, {
      method,
      headers: headersAgain(exchange, to),
      ...(body !== undefined && { body }),
    });
    void response.text().catch(() => {}); // a stream may take long; the journal shows how it ends
    return `answered ${response.status}`;
  } catch {
    return "the connection broke";
  }
}
