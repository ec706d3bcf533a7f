import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { NewReply } from "./admin.ts";
import { listConditions } from "./conditions.ts";
import { Button, Choice, Field, NumberField, onSubmit, Panel, type PanelContext } from "./parts.tsx";
import { speakingOperations } from "./reply-draft.ts";
import type { View } from "./watch.ts";

/** The reply that the form starts with, and the id of the one that it edits. */
export interface Draft {
  reply?: NewReply;
  edited?: string;
  /** Tells drafts apart; each fills the form anew. */
  nth: number;
}

type RepliesProps = PanelContext & { view: View; draft: Draft; setDraft(draft: Omit<Draft, "nth">): void };

/** The scripted replies: those there are, to edit and to remove, and a form for one more. */
export function RepliesPanel({ view, draft, setDraft, admin, act }: RepliesProps) {
  // A reply that is removed while it is edited is saved as a new one.
  const edited = view.replies.find(({ id }) => id === draft.edited)?.id;
  const close = () => setDraft({});
  const save = async (reply: NewReply) => {
    const { id } = await admin.call("addReply", { body: reply });
    // Only now, so that a mistake in the new one leaves the old one in its place.
    if (edited !== undefined) await admin.call("removeReply", { path: { reply: edited } });
    close();
    return edited === undefined ? `From now on, the mock answers with ${id}.` : `${edited} is now ${id}.`;
  };
  const remove = async (id: string) => {
    await admin.call("removeReply", { path: { reply: id } });
    return `The reply ${id} is removed.`;
  };
  const clear = async () => {
    await admin.call("clearReplies");
    close();
    return "All scripted replies are removed.";
  };
  const removeAll = <Button text="Remove all" disabled={view.replies.length === 0} onClick={() => act(clear)} />;
  return (
    <Panel id="replies" title="Replies" actions={removeAll}>
      <ul id="reply-list" class="rows">
        {view.replies.map(({ id, ...reply }) => (
          <li key={id}>
            <div class="bar">
              <code>{id}</code>
              <span class="note">{conditionsOf(reply)}</span>
              <div class="actions">
                <Button text="Edit" of={id} onClick={() => setDraft({ reply, edited: id })} />
                <Button text="Remove" of={id} onClick={() => act(() => remove(id))} />
              </div>
            </div>
            <p class="says">{saidBy(reply)}</p>
          </li>
        ))}
      </ul>
      {view.replies.length === 0 && (
        <p class="empty">
          No reply is scripted: the mock makes them up. You can also script a reply from an exchange in the journal.
        </p>
      )}
      <Editor
        {...{ key: draft.nth, reply: draft.reply, edited, close }}
        models={view.bots.map(({ name }) => name)}
        save={(reply) => act(async () => save(reply()))}
      />
    </Panel>
  );
}

function conditionsOf({ times, ...rule }: NewReply): string {
  return [...listConditions(rule), ...(times === undefined ? [] : [`${times} more`])].join(", ") || "every call";
}

function saidBy({ reply, body }: NewReply): string {
  if (reply === undefined) return JSON.stringify(body);
  const calls = (reply.toolCalls ?? []).map((call) => `${call.name}(${JSON.stringify(call.arguments)})`);
  return [reply.text ?? reply.pieces?.join(""), ...calls].filter(Boolean).join(" ");
}

const kinds = {
  text: { choice: "a text", hint: "The mock answers with this text, on any interface, streamed or not." },
  reply: {
    choice: "a text, reasoning or tool calls, as JSON",
    hint: "JSON with text or pieces, reasoning, toolCalls (name and arguments), finish and usage, all optional.",
  },
  body: {
    choice: "a whole body, as JSON",
    hint: "The whole JSON body of the operation's answer, checked against the contract.",
  },
};
type Kind = keyof typeof kinds;

interface EditorProps {
  reply: NewReply | undefined;
  edited: string | undefined;
  models: string[];
  close(): void;
  /** Gets what reads the reply; it throws if the answer is no JSON. */
  save(read: () => NewReply): void;
}

function Editor({ reply, edited, models, close, save }: EditorProps) {
  const answer = useRef<HTMLTextAreaElement>(null);
  const [kind, setKind] = useState(kindOf(reply));
  useLayoutEffect(() => {
    if (reply === undefined) return;
    answer.current?.scrollIntoView({ block: "nearest" });
    answer.current?.focus({ preventScroll: true });
  }, []);

  // Models have several names, and the list has one of each.
  const model = models.find((name) => name.toLowerCase() === reply?.model?.toLowerCase()) ?? reply?.model ?? "";
  const send = onSubmit(({ answer: _trimmed, kind: _chosen, ...conditions }) =>
    save(() => {
      const text = answer.current?.value ?? "";
      return {
        ...withoutFields(reply),
        ...conditions,
        ...(kind === "text" ? { reply: { text } } : { [kind]: parsed(text) }),
      };
    }),
  );
  return (
    <details open={reply !== undefined}>
      <summary id="reply-editor-title">{edited === undefined ? "Script a reply" : `Edit ${edited}`}</summary>
      <form id="script-reply" class="fields" aria-labelledby="reply-editor-title" onSubmit={send}>
        <Field
          {...{ label: "Operation", name: "operationId", list: "operations", placeholder: "every one" }}
          defaultValue={reply?.operationId ?? ""}
        />
        <Choice
          {...{ label: "Model", name: "model", chosen: model }}
          choices={[["", "Every model"], ...new Set([...models, model].filter(Boolean))]}
        />
        <label>
          {"Question contains "}
          <textarea name="text" rows={1} defaultValue={reply?.text ?? ""} />
        </label>
        <label>
          {"System prompt contains "}
          <textarea name="system" rows={1} defaultValue={reply?.system ?? ""} />
        </label>
        <Field
          {...{ label: "Question matches", name: "pattern", placeholder: "regular expression" }}
          defaultValue={reply?.pattern ?? ""}
        />
        <NumberField label="Turn" name="turn" max={1000} placeholder="any" defaultValue={reply?.turn ?? ""} />
        <NumberField label="Times" name="times" max={1e6} placeholder="always" defaultValue={reply?.times ?? ""} />
        <Choice
          {...{ label: "Answer with", class: "wide", name: "kind", "aria-describedby": "reply-hint", value: kind }}
          choices={Object.entries(kinds).map(([name, { choice }]) => [name, choice])}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)} // the choices above
        />
        <p id="reply-hint" class="note wide">
          {kinds[kind].hint}
        </p>
        <label class="wide">
          {"Answer "}
          <textarea ref={answer} name="answer" rows={6} required spellcheck={false} defaultValue={answerOf(reply)} />
        </label>
        <Button text={edited === undefined ? "Always answer this way" : "Save"} type="submit" class="primary" />
        <Button text="Cancel" onClick={close} />
        <datalist id="operations">
          {speakingOperations.map((operationId) => (
            <option key={operationId} value={operationId} />
          ))}
        </datalist>
      </form>
    </details>
  );
}

/** Members of a reply that the form has no field for. */
function withoutFields(whole: NewReply = {}): NewReply {
  const { model, operationId, text, system, pattern, turn, times, reply, body, ...others } = whole;
  return others;
}

function kindOf(reply: NewReply | undefined): Kind {
  if (reply === undefined) return "text";
  if (reply.reply === undefined) return "body";
  const hasOneText = Object.keys(reply.reply).every((name) => name === "text") && !Array.isArray(reply.reply.text);
  return hasOneText ? "text" : "reply";
}

function answerOf(reply: NewReply | undefined): string {
  const kind = kindOf(reply);
  return kind === "text" ? String(reply?.reply?.text ?? "") : JSON.stringify(reply?.[kind], null, 2);
}

function parsed(answer: string): never {
  try {
    return JSON.parse(answer) as never; // the mock checks it
  } catch (error) {
    throw new Error(`The answer isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
