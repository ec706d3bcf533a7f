/** One of several programs that do the same work, in its own process. */
export interface Contender<Started extends AsyncDisposable = AsyncDisposable> {
  name: string;
  start(): Promise<Started>;
  warmUp?(started: Started): Promise<unknown>;
  /** Resolves to the figures of one round, by name. */
  measure(started: Started): Promise<Record<string, number>>;
}

/** The figures of a contender, one value per round, or the reason for its failure. */
export interface Row {
  name: string;
  figures: Record<string, number[]>;
  failure?: string;
}

/**
 * Measures all contenders in turn, round by round, each time in another order, so that a busy machine slows all of them
 * equally. Each keeps its process for all rounds, or starts a fresh one per round. One that fails is skipped from then on.
 */
export async function measureInTurn<Started extends AsyncDisposable>(
  contenders: readonly Contender<Started>[],
  { rounds, isFresh = false }: { rounds: number; isFresh?: boolean },
): Promise<Row[]> {
  await using kept = new AsyncDisposableStack();
  const turns = contenders.map((contender) => ({
    contender,
    row: { name: contender.name, figures: {} } as Row,
    started: undefined as Started | undefined,
  }));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % turns.length;
    for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) {
      const { contender, row } = turn;
      if (row.failure !== undefined) continue;
      try {
        await using once = new AsyncDisposableStack();
        if (isFresh || turn.started === undefined) {
          turn.started = (isFresh ? once : kept).use(await contender.start());
          await contender.warmUp?.(turn.started);
        }
        for (const [figure, value] of Object.entries(await contender.measure(turn.started))) {
          row.figures[figure] ??= [];
          row.figures[figure].push(value);
        }
      } catch (error) {
        row.failure = readMessage(error);
      }
    }
  }
  return turns.map(({ row }) => row);
}

/** Returns the message of an error, with the reason that `fetch` keeps in its cause. */
export function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${readMessage(error.cause)}`;
}
