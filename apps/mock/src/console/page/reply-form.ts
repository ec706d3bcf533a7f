import type { Bot, NewReply, Reply } from "./admin.js";
import { showChoices } from "./choices.js";
import { find, findField } from "./find.js";
import { numberIn, textIn } from "./read-form.js";
import { speakingOperations } from "./reply-draft.js";
import { attempt } from "./status-message.js";

type Kind = "text" | "reply" | "body";

const hints: Record<Kind, string> = {
  text: "The mock answers with this text, on any interface, streamed or not.",
  reply: "JSON with text or pieces, reasoning, toolCalls (name and arguments), finish and usage, all optional.",
  body: "The whole JSON body of the operation's answer, checked against the contract.",
};

/** The form in which a scripted reply is written and edited. `save` gets what is in it, and the id of the one that it edits. */
export function createReplyForm(save: (reply: NewReply, edited: string | undefined) => void) {
  const place = find("reply-editor", HTMLDetailsElement);
  const form = find("script-reply", HTMLFormElement);
  const model = findField(form, "model", HTMLSelectElement);
  const operation = findField(form, "operationId", HTMLInputElement);
  const kind = findField(form, "kind", HTMLSelectElement);
  const answer = findField(form, "answer", HTMLTextAreaElement);
  const cancel = find("cancel-reply", HTMLButtonElement);
  let edited: string | undefined;
  /** Members of the reply that the form has no field for. */
  let others: NewReply = {};

  find("operations", HTMLDataListElement).replaceChildren(
    ...speakingOperations.map((operationId) => new Option(operationId, operationId)),
  );
  kind.addEventListener("change", explain);
  cancel.addEventListener("click", () => {
    close();
    find("replies-title", HTMLElement).focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => {
      save({ ...others, ...replyIn(form) }, edited);
      return "";
    });
  });
  explain();

  return {
    /** Opens with a reply that is not there yet. */
    draft: (reply: NewReply) => open(reply, undefined),
    /** Opens with a reply to edit. */
    edit: ({ id, ...reply }: Reply) => open(reply, id),
    /** Saves the form as a new reply, because the edited one has been removed. */
    forget(id: string): void {
      if (edited === id) setEdited(undefined);
    },
    close,
    showBots: (bots: Bot[]) =>
      showChoices(
        model,
        bots.map(({ name }) => ({ value: name, text: name })),
      ),
  };

  function open(reply: NewReply, id: string | undefined): void {
    form.reset();
    setEdited(id);
    others = withoutFields(reply);
    chooseModel(model, reply.model ?? "");
    operation.value = reply.operationId ?? "";
    findField(form, "text", HTMLTextAreaElement).value = reply.text ?? "";
    findField(form, "pattern", HTMLInputElement).value = reply.pattern ?? "";
    findField(form, "turn", HTMLInputElement).value = String(reply.turn ?? "");
    findField(form, "times", HTMLInputElement).value = String(reply.times ?? "");
    kind.value = kindOf(reply);
    answer.value = answerOf(reply);
    explain();
    place.open = true;
    place.scrollIntoView({ block: "nearest" });
    answer.focus({ preventScroll: true });
  }

  function close(): void {
    form.reset();
    setEdited(undefined);
    others = {};
    explain();
    place.open = false;
  }

  function setEdited(id: string | undefined): void {
    edited = id;
    find("reply-editor-title", HTMLElement).textContent = id === undefined ? "Script a reply" : `Edit ${id}`;
    find("save-reply", HTMLButtonElement).textContent = id === undefined ? "Always answer this way" : "Save";
  }

  function explain(): void {
    find("reply-hint", HTMLElement).textContent = hints[kind.value as Kind]; // the options of the select
  }
}

function withoutFields({ model, operationId, text, pattern, turn, times, reply, body, ...others }: NewReply): NewReply {
  return others;
}

/** Models have several names, and the list has one of each. */
function chooseModel(select: HTMLSelectElement, name: string): void {
  const options = [...select.options];
  const known = options.find(({ value }) => value.toLowerCase() === name.toLowerCase());
  if (known === undefined) select.append(new Option(name, name));
  select.value = known?.value ?? name;
}

function kindOf({ reply }: NewReply): Kind {
  if (reply === undefined) return "body";
  const hasOneText = Object.keys(reply).every((name) => name === "text") && !Array.isArray(reply.text);
  return hasOneText ? "text" : "reply";
}

function answerOf(reply: NewReply): string {
  const kind = kindOf(reply);
  return kind === "text" ? String(reply.reply?.text ?? "") : JSON.stringify(reply[kind], null, 2);
}

function replyIn(form: HTMLFormElement): NewReply {
  const values = new FormData(form);
  const kind = values.get("kind") as Kind; // the options of the select
  const answer = String(values.get("answer"));
  const [model, operationId, text, pattern] = ["model", "operationId", "text", "pattern"].map((name) =>
    textIn(values, name),
  );
  const turn = numberIn(values, "turn");
  const times = numberIn(values, "times");
  return {
    ...(model !== undefined && { model }),
    ...(operationId !== undefined && { operationId }),
    ...(text !== undefined && { text }),
    ...(pattern !== undefined && { pattern }),
    ...(turn !== undefined && { turn }),
    ...(times !== undefined && { times }),
    ...(kind === "text" ? { reply: { text: answer } } : { [kind]: parsed(answer) }),
  };
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch (error) {
    throw new Error(`The answer isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
