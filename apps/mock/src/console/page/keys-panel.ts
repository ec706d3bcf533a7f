import type { Admin, Key } from "./admin.js";
import { copyText } from "./copy-text.js";
import { element } from "./element.js";
import { find } from "./find.js";
import { createKeyedList, type Shown } from "./keyed-list.js";
import { numberIn, textIn } from "./read-form.js";
import { attempt } from "./status-message.js";

/** The keys: what each may do and has left; to copy, rotate, revoke, restore and create. Returns what shows them. */
export function createKeysPanel(admin: Admin, { onChange }: { onChange: () => Promise<unknown> }) {
  const form = find("create-key", HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => {
      const { key, name } = await admin.createKey(newKeyIn(form));
      form.reset();
      await onChange();
      return `Made the key ${name}: ${key}`;
    });
  });

  return createKeyedList<Key>(find("key-list", HTMLElement), {
    keyOf: ({ key }) => key,
    make: ({ key, name }) => keyRow({ key, name }, { admin, onChange }),
  });
}

function newKeyIn(form: HTMLFormElement) {
  const values = new FormData(form);
  const name = textIn(values, "name");
  const account = textIn(values, "account");
  const points = numberIn(values, "points");
  const requestsPerMinute = numberIn(values, "requestsPerMinute");
  return {
    hasPermission: values.has("hasPermission"),
    ...(name !== undefined && { name }),
    ...(account !== undefined && { account }),
    ...(points !== undefined && { points }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
}

function keyRow(
  { key, name }: Pick<Key, "key" | "name">,
  { admin, onChange }: { admin: Admin; onChange: () => Promise<unknown> },
): Shown<Key> {
  const says = element("p", { class: "note" });
  const state = element("span", { class: "badge" });
  const points = element("span", { class: "points" });
  let isRevoked = false;
  const change = (action: () => Promise<string>) => () =>
    void attempt(async () => {
      const message = await action();
      await onChange();
      return message;
    });
  const copy = button("Copy", name, () => void attempt(() => copyText(key, key)));
  const rotate = button(
    "Rotate",
    name,
    change(async () => `${name} is now ${(await admin.rotateKey(key)).key}; the old key is revoked.`),
  );
  const revoke = button(
    "Revoke",
    name,
    change(async () => {
      await admin.changeKey(key, { isRevoked: !isRevoked });
      return isRevoked ? `${name} works again.` : `${name} is revoked; its open streams end.`;
    }),
  );

  return {
    element: element(
      "li",
      {},
      element("div", { class: "bar" }, element("code", {}, key), state, points),
      element("div", { class: "bar" }, says, element("div", { class: "actions" }, copy, rotate, revoke)),
    ),
    update(shown) {
      isRevoked = shown.isRevoked;
      const who = key.endsWith(name) ? "" : `${name} `;
      const account = shown.account === key ? "" : `, account ${shown.account}`;
      says.textContent = `${who}${shown.says ?? ""}, ${shown.requestsPerMinute}/min${account}`;
      state.textContent = stateOf(shown);
      state.className = `badge ${isRevoked ? "bad" : shown.hasPermission ? "good" : "refused"}`;
      points.textContent = `${shown.points.toLocaleString("en")} points`;
      relabel(revoke, isRevoked ? "Restore" : "Revoke", name);
      if (isRevoked && document.activeElement === rotate) revoke.focus();
      rotate.hidden = isRevoked;
    },
  };
}

function stateOf({ isRevoked, hasPermission }: Key): string {
  if (isRevoked) return "revoked";
  return hasPermission ? "works" : "no permission";
}

function button(text: string, name: string, onPress: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" });
  relabel(made, text, name);
  made.addEventListener("click", onPress);
  return made;
}

/** Labels a button: the visible text is short; a screen reader hears which key it is for. */
function relabel(made: HTMLButtonElement, text: string, name: string): void {
  if (made.firstChild?.textContent === text) return;
  made.replaceChildren(text, element("span", { class: "unseen" }, ` ${name}`));
}
