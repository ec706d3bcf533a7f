import { getToolName, isToolUIPart, type UIMessage } from "ai";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

const plugins = [remarkGfm];

interface Props {
  message: UIMessage;
  isWriting: boolean;
  /** True if the message was cut off. */
  isCut: boolean;
}

/** One message: text as Markdown, collapsed reasoning, tool calls with their results. */
export function MessageView({ message: { role, parts }, isWriting, isCut }: Props) {
  const isCutAnswer = isCut && role === "assistant" && parts.some(({ type }) => type === "text");
  return (
    <article className={role} aria-label={role === "user" ? "You" : "Assistant"}>
      {parts.map((part, index) => {
        const key = `${part.type}-${index}`;
        if (part.type === "text")
          return role === "user" ? <p key={key}>{part.text}</p> : <Text key={key} text={part.text} />;
        if (part.type === "reasoning") {
          return (
            <details key={key}>
              <summary>Thoughts</summary>
              <Text text={part.text} />
            </details>
          );
        }
        return isToolUIPart(part) ? <ToolCall key={key} part={part} /> : null;
      })}
      {isWriting && <span className="cursor" aria-hidden="true" />}
      {isCutAnswer && <p className="hint">… broken off</p>}
    </article>
  );
}

function Text({ text }: { text: string }) {
  return (
    <div className="text">
      <Markdown remarkPlugins={plugins}>{text}</Markdown>
    </div>
  );
}

type ToolPart = Extract<Parameters<typeof getToolName>[0], object>;

function ToolCall({ part }: { part: ToolPart }) {
  const result =
    part.state === "output-available"
      ? JSON.stringify(part.output)
      : part.state === "output-error"
        ? part.errorText
        : "…";
  return (
    <p className="tool">
      <code>
        {getToolName(part)}({JSON.stringify(part.input ?? {})})
      </code>
      <span>{result}</span>
    </p>
  );
}
