import type { Admin, Session } from "./admin.js";
import { element } from "./element.js";
import { find } from "./find.js";
import { createKeyedList, type Shown } from "./keyed-list.js";
import { attempt } from "./status-message.js";
import { dayAndTime } from "./times.js";

/** The sessions of the mock, to look into and to forget. Returns what shows them. */
export function createSessionsPanel(admin: Admin, { onChange }: { onChange: () => Promise<unknown> }) {
  find("session-name", HTMLAnchorElement).textContent = admin.session;
  const form = find("open-session", HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.search = `session=${encodeURIComponent(String(new FormData(form).get("session")))}`;
  });
  return createKeyedList<Session>(find("session-list", HTMLElement), {
    keyOf: ({ name }) => name,
    make: ({ name }) =>
      sessionRow(name, {
        isThis: name === admin.session,
        forget: () =>
          void attempt(async () => {
            await admin.forgetSession(name);
            await onChange();
            return `The session ${name} is forgotten.`;
          }),
      }),
  });
}

function sessionRow(name: string, { isThis, forget }: { isThis: boolean; forget: () => void }): Shown<Session> {
  const link = element("a", { href: `?session=${encodeURIComponent(name)}`, "aria-current": isThis && "page" }, name);
  const button = element("button", { type: "button" }, "Forget", element("span", { class: "unseen" }, ` ${name}`));
  button.addEventListener("click", forget);
  const title = element("th", { scope: "row" }, link);
  // The one that is looked at would be there again at once; it is begun anew instead.
  const action = element("td", {}, ...(isThis ? ["shown here"] : [button]));
  const row = element("tr", {}, title, action);
  return {
    element: row,
    update({ world, exchanges, keys, faults, clock }) {
      row.replaceChildren(
        title,
        element("td", {}, world),
        ...[exchanges, keys, faults].map((count) => element("td", { class: "number" }, String(count))),
        element("td", { class: "code" }, `${dayAndTime(Date.parse(clock.now))}${clock.isFrozen ? ", stands" : ""}`),
        action,
      );
    },
  };
}
