import { useEffect, useState } from "react";
import { ErrorBanner } from "./error-banner.tsx";
import { askServer, type Problem, readProblem } from "./problem.ts";

export interface VideoJob {
  key: string;
  prompt: string;
}

interface Video {
  id: string;
  status: string;
  progress?: number | null;
  error?: { message?: string } | null;
}

const pollMs = 1000;

/** One video: its progress, then the video itself. */
export function VideoView({ prompt, onEnd }: { prompt: string; onEnd: () => void }) {
  const [video, setVideo] = useState<Video>();
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isLeft = attempt < 0;
    follow().catch((error: unknown) => !isLeft && setProblem(readProblem(error)));
    return () => {
      isLeft = true;
    };

    async function follow(): Promise<void> {
      // React's strict mode mounts twice; only the second mount may cost points.
      await new Promise((resolve) => setTimeout(resolve));
      if (isLeft) return;
      let next = await askServer<Video>("/api/videos", { prompt });
      while (!isLeft) {
        setVideo(next);
        if (next.status === "completed" || next.status === "failed") break;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        next = await askServer<Video>(`/api/videos/${next.id}`);
      }
      const why = next.error?.message ?? "Try other words.";
      if (next.status === "failed") setProblem({ title: "The video failed.", advice: why, mayRetry: false });
      onEnd();
    }
  }, [prompt, attempt, onEnd]);

  function retry(): void {
    setProblem(undefined);
    setVideo(undefined);
    setAttempt(attempt + 1);
  }

  return (
    <article className="assistant" aria-label={`Video: ${prompt}`}>
      <p>{prompt}</p>
      {video?.status === "completed" ? (
        // biome-ignore lint/a11y/useMediaCaption: generated videos have no speech
        <video controls src={`/api/videos/${video.id}/content`} />
      ) : (
        problem === undefined && (
          <label>
            {(video?.status ?? "queued").replace("_", " ")} <progress max={100} value={video?.progress ?? 0} />
          </label>
        )
      )}
      {problem !== undefined && <ErrorBanner problem={problem} onRetry={retry} />}
    </article>
  );
}
