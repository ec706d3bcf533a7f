/** The points that a dollar buys. */
export const pointsPerUsd = 30_000;

/** Returns the worth of points in dollars, as a decimal string, by the rate of the prices in the model list. */
export function pointsInUsd(points: number): string {
  const [whole = "0", fraction = ""] = (points / pointsPerUsd).toFixed(6).split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
