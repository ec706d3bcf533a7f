import { useChat } from "@ai-sdk/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorBanner } from "./error-banner.tsx";
import { MessageView } from "./message-view.tsx";
import { readProblem } from "./problem.ts";
import { usePoints } from "./use-points.ts";
import { type VideoJob, VideoView } from "./video-view.tsx";

export function App() {
  const points = usePoints();
  const [videos, setVideos] = useState<VideoJob[]>([]);
  const chat = useChat({ onFinish: points.refresh });
  const { messages, status, error } = chat;
  const end = useRef<HTMLDivElement>(null);
  const isBusy = status === "submitted" || status === "streaming";

  const shown = messages.length + videos.length + (error ? 1 : 0);

  // A new question or problem is shown; reading further up is not disturbed by words that come.
  useEffect(() => {
    if (shown > 0) end.current?.scrollIntoView();
  }, [shown]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const text = String(new FormData(form).get("question")).trim();
    if (text === "" || isBusy) return;
    form.reset();
    if ((submitter as HTMLButtonElement | null)?.value === "video") {
      setVideos((before) => [...before, { key: crypto.randomUUID(), prompt: text }]);
    } else {
      chat.clearError();
      void chat.sendMessage({ text });
    }
  }

  return (
    <>
      <header>
        <h1>Chat</h1>
        <p aria-live="polite">{points.points === undefined ? "" : `${points.points.toLocaleString("en")} points`}</p>
      </header>
      <main aria-busy={isBusy}>
        {messages.length === 0 && videos.length === 0 && (
          <p className="hint">Ask for a table, the weather in Rome, or a video.</p>
        )}
        {messages.map((message, index) => (
          <MessageView
            key={message.id}
            message={message}
            isWriting={status === "streaming" && index === messages.length - 1}
            isCut={error !== undefined && index === messages.length - 1}
          />
        ))}
        {status === "submitted" && <p className="hint">Thinking …</p>}
        {error !== undefined && <ErrorBanner problem={readProblem(error)} onRetry={() => void chat.regenerate()} />}
        {videos.map(({ key, prompt }) => (
          <VideoView key={key} prompt={prompt} onEnd={points.refresh} />
        ))}
        <div ref={end} />
      </main>
      <form onSubmit={submit}>
        <input name="question" aria-label="Question" placeholder="Ask anything" autoComplete="off" />
        {isBusy ? (
          <button type="button" onClick={() => void chat.stop()}>
            Stop
          </button>
        ) : (
          <button type="submit">Send</button>
        )}
        <button type="submit" value="video" disabled={isBusy}>
          Make a video
        </button>
      </form>
    </>
  );
}
