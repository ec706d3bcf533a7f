import {
  type ButtonHTMLAttributes,
  type ComponentChildren,
  type HTMLAttributes,
  type InputHTMLAttributes,
  options,
  type SelectHTMLAttributes,
  type TargetedEvent,
  type VNode,
} from "preact";
import type { Admin } from "./admin.ts";

/** The means of a panel to do what the user asks for. */
export interface PanelContext {
  admin: Admin;
  /** Does it, brings the page up to date, and shows the sentence that it returns, if any, or why it failed. */
  act(action: () => Promise<string>): void;
}

/** Control characters but tab and line ends, those that turn the order of a text around, and blanks of no width. */
const unseen = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}|[\u200b\u2028\u2029\u2060\ufeff]/gu;

/** From here on nothing hides in a text of the page: a character that can't be seen is written as JSON does, `\u202e`. */
export function escapeInvisible(): void {
  options.vnode = ({ type, props }: VNode<{ children?: ComponentChildren }>) => {
    if (typeof type === "string") props.children = escaped(props.children);
  };
}

function escaped(children: ComponentChildren): ComponentChildren {
  if (Array.isArray(children)) return children.map(escaped);
  if (typeof children !== "string") return children;
  return children.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Keeps the focus near: if what has it leaves the page, the last button beside it gets it, else the heading of its panel.
 */
export function keepFocus(): void {
  /** The element that has the focus, and all that it is in. */
  let path: Element[] = [];
  document.addEventListener("focusin", (event) => {
    path = event.composedPath().filter((target) => target instanceof Element);
  });
  document.addEventListener("focusout", ({ target }) =>
    queueMicrotask(() => {
      if (target === path[0] && path[0]?.isConnected && document.activeElement !== target) path = [];
    }),
  );
  new MutationObserver(() => {
    if (path[0] === undefined || path[0].isConnected || document.activeElement !== document.body) return;
    const place = path.find(({ isConnected }) => isConnected);
    const beside = place?.matches(".actions") ? place.querySelector<HTMLElement>("button:last-of-type") : undefined;
    (beside ?? place?.closest(".card")?.querySelector("h2"))?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}

interface PanelProps {
  id: string;
  title: string;
  /** Stands beside the title. */
  beside?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel({ id, title, beside, actions, children }: PanelProps) {
  return (
    <section id={id} class="card" aria-labelledby={`${id}-title`}>
      <div class="bar">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {beside}
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A button. The text to see is short; a screen reader hears which thing it is for. */
export function Button({ text, of, ...props }: ButtonHTMLAttributes & { text: string; of?: string }) {
  return (
    <button type="button" {...props}>
      {text}
      {of && <span class="unseen">{` ${of}`}</span>}
    </button>
  );
}

export function Badge({ tone, text }: { tone: string; text: string }) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

export function Field({ label, ...props }: InputHTMLAttributes & { label: string }) {
  return (
    <label>
      {`${label} `}
      <input autocomplete="off" {...props} />
    </label>
  );
}

interface NumberFieldProps extends Pick<InputHTMLAttributes, "min" | "max" | "step" | "required"> {
  label: string;
  name: string;
  placeholder?: string;
  defaultValue?: number | string;
}

/** A field for a number; a whole one of at least 1 unless it says otherwise. */
export function NumberField({ placeholder = "", defaultValue = "", ...props }: NumberFieldProps) {
  return <Field type="number" min={1} step={1} placeholder={placeholder} defaultValue={defaultValue} {...props} />;
}

type ChoiceProps = Pick<SelectHTMLAttributes, "name" | "required" | "value" | "aria-describedby" | "onChange"> & {
  label: string;
  class?: string;
  /** Each a value with its text, or a value that is its own text. */
  choices: readonly (string | readonly [value: string, text: string])[];
  /** The one that is chosen at first. */
  chosen?: string | undefined;
};

export function Choice({ label, class: name, choices, chosen, ...props }: ChoiceProps) {
  const options = choices.map((choice) => (typeof choice === "string" ? ([choice, choice] as const) : choice));
  return (
    <label class={name}>
      {`${label} `}
      <select {...props}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={chosen === undefined ? undefined : value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A region that scrolls in itself, and can be reached by the keyboard for that. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const region = { role: "region", tabIndex: 0, "aria-label": label } as const;
  return (
    <div class="scroll" {...region}>
      {children}
    </div>
  );
}

export function Code({ label, text }: { label: string; text: string }) {
  const region = { role: "region", tabIndex: 0, "aria-label": label } as const;
  return text === "" ? null : <pre {...region}>{text}</pre>;
}

/** A row of a table: its cells, and what else is true of it. */
export interface TableRow extends HTMLAttributes<HTMLTableRowElement> {
  key: string | number;
  cells: ComponentChildren[];
}

interface TableProps {
  label: string;
  id?: string;
  class?: string;
  caption?: ComponentChildren;
  /** The heads, each with the class of its cells; the first cell of a row is the row's head. */
  heads: Record<string, string>;
  rows: TableRow[];
  /** Stands below the rows. */
  children?: ComponentChildren;
}

export function Table({ label, id, class: name, caption, heads, rows, children }: TableProps) {
  const classes = Object.values(heads);
  return (
    <Scroll label={label}>
      <table class={name}>
        {caption}
        <thead>
          <tr>
            {Object.entries(heads).map(([head, name]) => (
              <th key={head} scope="col" class={name}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={id}>
          {rows.map(({ key, cells: [first, ...others], ...props }) => (
            <tr key={key} {...props}>
              <th scope="row" class={classes[0]}>
                {first}
              </th>
              {others.map((cell, index) => (
                <td key={index} class={classes[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </Scroll>
  );
}

/** Text in which backticks stand around code. */
export function WithCode({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}

/** Reads the fields of a form that are filled in: numbers of number fields, ticks as true or false, trimmed texts. */
export function valuesIn(form: HTMLFormElement): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const field of form.elements) {
    if (!("value" in field && "name" in field) || field.name === "") continue;
    const text = String(field.value).trim();
    const { type, checked } = field as HTMLInputElement; // other fields have no tick
    if (type === "checkbox") values[String(field.name)] = checked;
    else if (text !== "") values[String(field.name)] = type === "number" ? Number(text) : text;
  }
  return values;
}

/** Returns what handles a form that is sent: it gets the form's values, and nothing else happens. */
export function onSubmit(send: (values: ReturnType<typeof valuesIn>, form: HTMLFormElement) => void) {
  return (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(valuesIn(event.currentTarget), event.currentTarget);
  };
}

/** Copies a text and says so, by what it is. Rejects with what to do if the browser does not let the page. */
export async function copyText(text: string, what: string): Promise<string> {
  // Browsers have a clipboard for pages of this machine and of HTTPS only.
  if (navigator.clipboard === undefined) {
    throw new Error("The browser lets only pages of this machine copy; select the text instead.");
  }
  await navigator.clipboard.writeText(text);
  return `Copied ${what}.`;
}

/** The time of day in UTC, such as `21:04:05.678`. */
export const timeOfDay = (iso: string) => iso.slice(11, 23);

/** Day and time in UTC, such as `2026-01-01 21:04:05`. */
export const dayAndTime = (time: number | string) => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** Returns a duration, such as `340 ms` or `12.5 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 100_000 ? 1 : 0)} s`;
}
