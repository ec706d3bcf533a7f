import type { Admin, Bot, NewReply, Reply } from "./admin.js";
import { listConditions } from "./conditions.js";
import { element } from "./element.js";
import { find } from "./find.js";
import { createKeyedList, type Shown } from "./keyed-list.js";
import { createReplyForm } from "./reply-form.js";
import { attempt } from "./status-message.js";

/** The scripted replies: those there are, to edit and to remove, and a form for one more. Returns what shows them. */
export function createRepliesPanel(admin: Admin, { onChange }: { onChange: () => Promise<unknown> }) {
  let replies: Reply[] = [];
  const form = createReplyForm((reply, edited) =>
    change(async () => {
      const { id } = await admin.addReply(reply);
      // Only now, so that a mistake in the new one leaves the old one in its place.
      if (edited !== undefined) await admin.removeReply(edited);
      form.close();
      return edited === undefined ? `From now on, the mock answers with ${id}.` : `${edited} is now ${id}.`;
    }),
  );
  const showList = createKeyedList<Reply>(find("reply-list", HTMLElement), {
    keyOf: ({ id }) => id,
    make: ({ id }) =>
      replyRow(id, {
        edit: () => {
          const reply = replies.find((other) => other.id === id);
          if (reply !== undefined) form.edit(reply);
        },
        remove: () =>
          change(async () => {
            await admin.removeReply(id);
            form.forget(id);
            return `The reply ${id} is removed.`;
          }),
      }),
  });
  find("clear-replies", HTMLButtonElement).addEventListener("click", () =>
    change(async () => {
      await admin.clearReplies();
      form.close();
      return "All scripted replies are removed.";
    }),
  );
  document.addEventListener(draftEvent, (event) => form.draft((event as CustomEvent<NewReply>).detail)); // as `draftReply` sends it

  return {
    showBots: (bots: Bot[]) => form.showBots(bots),
    showReplies(known: Reply[]): void {
      replies = known;
      showList(known);
      find("no-replies", HTMLElement).hidden = known.length > 0;
      find("clear-replies", HTMLButtonElement).disabled = known.length === 0;
    },
  };

  function change(action: () => Promise<string>): void {
    void attempt(async () => {
      const message = await action();
      await onChange();
      return message;
    });
  }
}

const draftEvent = "draft-reply";

/** Has the panel open its form with a reply to look over; whoever asks need not know the panel. */
export function draftReply(reply: NewReply): void {
  document.dispatchEvent(new CustomEvent<NewReply>(draftEvent, { detail: reply }));
}

function replyRow(id: string, { edit, remove }: { edit: () => void; remove: () => void }): Shown<Reply> {
  const says = element("p", { class: "says" });
  const when = element("span", { class: "note" });
  const button = (text: string, press: () => void) => {
    const made = element("button", { type: "button" }, text, element("span", { class: "unseen" }, ` ${id}`));
    made.addEventListener("click", press);
    return made;
  };
  return {
    element: element(
      "li",
      {},
      element(
        "div",
        { class: "bar" },
        element("code", {}, id),
        when,
        element("div", { class: "actions" }, button("Edit", edit), button("Remove", remove)),
      ),
      says,
    ),
    update(reply) {
      when.replaceChildren(element("span", {}, conditionsOf(reply)));
      says.replaceChildren(element("span", {}, saidBy(reply)));
    },
  };
}

function conditionsOf({ times, ...rule }: Reply): string {
  const conditions = [...listConditions(rule), ...(times === undefined ? [] : [`${times} more`])];
  return conditions.length === 0 ? "every call" : conditions.join(", ");
}

function saidBy({ reply, body }: Reply): string {
  if (reply === undefined) return JSON.stringify(body);
  const calls = (reply.toolCalls ?? []).map((call) => `${call.name}(${JSON.stringify(call.arguments)})`);
  return [reply.text ?? reply.pieces?.join(""), ...calls].filter(Boolean).join(" ");
}
