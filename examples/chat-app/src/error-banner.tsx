import type { Problem } from "./problem.ts";

/** Shows the failure and what to do. */
export function ErrorBanner({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <div role="alert" className="banner">
      <p>
        <strong>{problem.title}</strong> {problem.advice}
      </p>
      {problem.mayRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
