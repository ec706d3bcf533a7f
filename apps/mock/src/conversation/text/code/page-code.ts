// Data: the code of pages. `NAME` stands for a function's name, `SUBJECT` for what it is for.
import type { CodeLanguage } from "./code-languages.js";

export const react: CodeLanguage = {
  tag: "tsx",
  name: "React",
  pattern: /\breact\b|\btsx\b|\bjsx\b/i,
  style: "pascal",
  samples: {
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
