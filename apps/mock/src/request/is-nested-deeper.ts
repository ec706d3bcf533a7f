/** Whether arrays and objects stand in each other more than so many deep. It goes level by level, so that no depth is too much for it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isNest);
  for (let depth = 1; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return level.length > 0;
}

const isNest = (value: unknown): value is object => typeof value === "object" && value !== null;
