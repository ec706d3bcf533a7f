import { useCallback, useEffect, useState } from "react";
import { askServer } from "./problem.ts";

/** Holds the points left; undefined while unknown. `refresh` requests them again. */
export function usePoints(): { points: number | undefined; refresh: () => void } {
  const [points, setPoints] = useState<number>();
  const refresh = useCallback(() => {
    askServer<{ points: number }>("/api/points").then(
      (answer) => setPoints(answer.points),
      () => setPoints(undefined),
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { points, refresh };
}
