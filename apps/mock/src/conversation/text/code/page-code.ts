// Data: the code of pages. `NAME` stands for a function's name, `SUBJECT` for what it is for.
import type { CodeLanguage } from "./code-languages.js";

export const react: CodeLanguage = {
  tag: "tsx",
  name: "React",
  pattern: /\breact\b|\btsx\b|\bjsx\b/i,
  style: "pascal",
  samples: {
    form: `import { type FormEvent, useState } from "react";

interface Props {
  onSubmit: (values: { email: string; password: string }) => Promise<void>;
}

/** SUBJECT. */
export function NAME({ onSubmit }: Props) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(undefined);
    try {
      await onSubmit({ email, password });
    } catch {
      setError("That did not work. Please try again.");
    }
  }

  return (
    <form onSubmit={submit}>
      <label>
        Email
        <input type="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.target.value)} required />
      </label>
      <label>
        Password
        <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} required />
      </label>
      {error && <p role="alert">{error}</p>}
      <button type="submit">Continue</button>
    </form>
  );
}`,
    todo: `import { type FormEvent, useState } from "react";

interface Todo {
  id: number;
  text: string;
  done: boolean;
}

/** SUBJECT. */
export function NAME() {
  const [todos, setTodos] = useState<Todo[]>([]);
  const [text, setText] = useState("");

  function add(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return;
    setTodos([...todos, { id: Date.now(), text, done: false }]);
    setText("");
  }

  const toggle = (id: number) =>
    setTodos(todos.map((todo) => (todo.id === id ? { ...todo, done: !todo.done } : todo)));

  return (
    <form onSubmit={add}>
      <input aria-label="New task" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="submit">Add</button>
      <ul>
        {todos.map((todo) => (
          <li key={todo.id}>
            <label>
              <input type="checkbox" checked={todo.done} onChange={() => toggle(todo.id)} /> {todo.text}
            </label>
          </li>
        ))}
      </ul>
    </form>
  );
}`,
    fetch: `import { useEffect, useState } from "react";

interface Item {
  id: string;
  title: string;
}

/** SUBJECT. */
export function NAME({ url }: { url: string }) {
  const [items, setItems] = useState<Item[]>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(url, { signal: controller.signal })
      .then((response) => response.json())
      .then(setItems)
      .catch(() => undefined);
    return () => controller.abort();
  }, [url]);

  if (items === undefined) return <p>Loading…</p>;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>{item.title}</li>
      ))}
    </ul>
  );
}`,
    default: `import { useState } from "react";

/** SUBJECT. */
export function NAME() {
  const [count, setCount] = useState(0);

  return (
    <section>
      <h2>Clicked {count} times</h2>
      <button type="button" onClick={() => setCount(count + 1)}>
        Add one
      </button>
    </section>
  );
}`,
  },
};

export const html: CodeLanguage = {
  tag: "html",
  name: "HTML",
  pattern: /\bhtml\b|\bweb ?page\b/i,
  style: "camel",
  samples: {
    form: `<form action="/submit" method="post">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" autocomplete="email" required />

  <label for="password">Password</label>
  <input id="password" name="password" type="password" minlength="8" required />

  <button type="submit">Continue</button>
</form>`,
    default: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>SUBJECT</title>
  </head>
  <body>
    <main>
      <h1>SUBJECT</h1>
      <p>A short introduction goes here.</p>
      <button type="button">Read more</button>
    </main>
  </body>
</html>`,
  },
};

export const css: CodeLanguage = {
  tag: "css",
  name: "CSS",
  pattern: /\bcss\b|\bstylesheet\b|\bdivs?\b|\bflexbox\b/i,
  style: "camel",
  samples: {
    center: `.parent {
  display: grid;
  place-items: center;
  min-height: 100vh;
}`,
    default: `/* SUBJECT */
.card {
  display: grid;
  gap: 1rem;
  padding: 1.5rem;
  border-radius: 0.75rem;
  background: Canvas;
  box-shadow: 0 1px 4px rgb(0 0 0 / 20%);
}

@media (min-width: 40rem) {
  .card {
    grid-template-columns: 1fr 2fr;
  }
}`,
  },
};
