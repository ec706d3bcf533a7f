import type { Video } from "@model-access/contract";
import type { VideoJob } from "./video-store.js";

const queuedMs = 2000;
const workingMs = 8000;
const keptMs = 24 * 60 * 60 * 1000;

/** A prompt with this in it makes a video that fails. */
const failMark = "[fail]";

/** A job as the service shows it at a time: queued for 2 s, in progress for 8 s, then completed or failed for good. */
export function videoAt(job: VideoJob, nowMs: number): Video {
  const ageMs = nowMs - job.createdMs;
  const endMs = job.createdMs + queuedMs + workingMs;
  const status = statusAt(job, ageMs);
  const isCompleted = status === "completed";
  return {
    id: job.id,
    object: "video",
    status,
    created_at: inSeconds(job.createdMs),
    completed_at: isCompleted ? inSeconds(endMs) : null,
    expires_at: isCompleted ? inSeconds(endMs + keptMs) : null,
    model: job.model,
    prompt: job.prompt,
    seconds: job.seconds,
    size: job.size,
    progress: isCompleted ? 100 : progressAt(ageMs),
    remixed_from_video_id: job.remixedFrom,
    error: status === "failed" ? { code: "generation_failed", message: `The prompt has ${failMark} in it.` } : null,
    usage: null,
  };
}

/** True where the content of a completed video is gone. */
export function isExpired({ expires_at: expiresAt }: Video, nowMs: number): boolean {
  return expiresAt != null && inSeconds(nowMs) >= expiresAt;
}

function statusAt({ prompt }: VideoJob, ageMs: number): "queued" | "in_progress" | "completed" | "failed" {
  if (ageMs < queuedMs) return "queued";
  if (ageMs < queuedMs + workingMs) return "in_progress";
  return prompt.includes(failMark) ? "failed" : "completed";
}

function progressAt(ageMs: number): number {
  const share = (ageMs - queuedMs) / workingMs;
  return Math.floor(99 * Math.min(1, Math.max(0, share)));
}

const inSeconds = (ms: number) => Math.floor(ms / 1000);
