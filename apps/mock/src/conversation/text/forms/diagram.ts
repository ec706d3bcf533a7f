import type { Assignment } from "../assignment.js";
import { capitalised, noSubject } from "../subject.js";

/** A diagram as models write it: Mermaid in a fence. */
export function diagramFor({ question, subject, isBare }: Assignment): string {
  const { source } = diagrams.find(({ pattern }) => pattern.test(question)) ?? { source: flowchart };
  const named = subject.replace(
    /^(?:an? |the )?(?:[\p{L}-]+ ){0,2}(?:chart|diagram|flow ?chart|mind ?map|mermaid)\b(?: (?:in|with|using) mermaid)?(?: (?:of|for|about|showing))?\s*(?:an? |the )?/iu,
    "",
  );
  const title = capitalised(named === "" || subject === noSubject ? "Overview" : named).replaceAll(/["[\]{}()]/g, "");
  const fence = `\`\`\`mermaid\n${source.replaceAll("TITLE", title)}\n\`\`\``;
  return isBare
    ? fence
    : `Here is the diagram:\n\n${fence}\n\nTell me which steps to add or rename, and I will change it.`;
}

const flowchart = `flowchart TD
  start([TITLE]) --> input[Enter the details]
  input --> check{Are they valid?}
  check -- yes --> done([Continue])
  check -- no --> message[Show what is wrong]
  message --> input`;

const diagrams: { pattern: RegExp; source: string }[] = [
  {
    pattern: /\bsequence\b/i,
    source: `sequenceDiagram
  title TITLE
  actor User
  participant App
  participant Server
  User->>App: Press the button
  App->>Server: POST /items
  Server-->>App: 201 Created
  App-->>User: Show the new item`,
  },
  {
    pattern: /\bpie\b/i,
    source: `pie title TITLE
  "First" : 45
  "Second" : 30
  "Third" : 25`,
  },
  {
    pattern: /\b(?:bar|line|column) (?:chart|graph|diagram)\b/i,
    source: `xychart-beta
  title "TITLE"
  x-axis [Jan, Feb, Mar, Apr, May]
  y-axis "Count" 0 --> 100
  bar [32, 45, 58, 71, 84]`,
  },
  {
    pattern: /\bgantt\b|\btimeline\b|\bschedule\b/i,
    source: `gantt
  title TITLE
  dateFormat YYYY-MM-DD
  section Preparation
  Research :a1, 2026-01-05, 5d
  Draft :a2, after a1, 4d
  section Delivery
  Build :b1, after a2, 8d
  Test :b2, after b1, 3d`,
  },
  {
    pattern: /\bclass\b/i,
    source: `classDiagram
  class Account {
    +string id
    +string email
    +close()
  }
  class Order {
    +string id
    +number total
  }
  Account "1" --> "*" Order : places`,
  },
  {
    pattern: /\b(?:er|entity|database|schema)\b/i,
    source: `erDiagram
  CUSTOMER ||--o{ ORDER : places
  ORDER ||--|{ ITEM : contains
  CUSTOMER {
    string id
    string email
  }`,
  },
  {
    pattern: /\bstate\b/i,
    source: `stateDiagram-v2
  [*] --> Draft
  Draft --> Review : submit
  Review --> Draft : reject
  Review --> Published : approve
  Published --> [*]`,
  },
  {
    pattern: /\bmind ?map\b/i,
    source: `mindmap
  root((TITLE))
    Goals
      Short term
      Long term
    People
    Risks`,
  },
  { pattern: /./, source: flowchart },
];
