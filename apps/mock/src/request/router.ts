/** A row of a route table: a method and a path with parameters in braces. */
export interface RouteRow {
  method: string;
  path: string;
}

/** The row that a request is for, and what its path says. */
interface Match<Row> {
  row: Row;
  /** Path parameters, decoded. */
  path: Record<string, string>;
}

/** Finds rows by method and path. The table is built once. */
export interface Router<Row extends RouteRow> {
  /** The methods that a path answers; undefined for an unknown path. */
  methodsOf(path: string): string[] | undefined;
  /** Undefined for an unknown path, and for a method that the path does not answer. */
  find(method: string, path: string): Match<Row> | undefined;
}

interface PathItem<Row> {
  pattern: RegExp;
  names: string[];
  methods: Map<string, Row>;
}

export function createRouter<Row extends RouteRow>(rows: readonly Row[]): Router<Row> {
  const items = tabulate(rows);
  // Most paths have no parameters; they are found without trying pattern by pattern, however many there are.
  const fixed = new Map([...items].filter(([, { names }]) => names.length === 0));
  const templates = [...items.values()].filter(({ names }) => names.length > 0);

  return {
    methodsOf(path) {
      const found = findItem(path);
      return found && [...found.item.methods.keys()];
    },
    find(method, path) {
      const found = findItem(path);
      const row = found?.item.methods.get(method);
      return found && row && { row, path: found.parameters };
    },
  };

  function findItem(path: string): { item: PathItem<Row>; parameters: Record<string, string> } | undefined {
    const item = fixed.get(path);
    return item === undefined ? findTemplate(path) : { item, parameters: {} };
  }

  function findTemplate(path: string): { item: PathItem<Row>; parameters: Record<string, string> } | undefined {
    for (const item of templates) {
      const match = item.pattern.exec(path);
      if (match === null) continue;
      try {
        const values = match.slice(1).map(decodeURIComponent);
        return { item, parameters: Object.fromEntries(item.names.map((name, index) => [name, values[index] ?? ""])) };
      } catch {
        return undefined; // a percent sign that encodes nothing
      }
    }
    return undefined;
  }
}

function tabulate<Row extends RouteRow>(rows: readonly Row[]): Map<string, PathItem<Row>> {
  const items = new Map<string, PathItem<Row>>();
  for (const row of rows) {
    const { path, method } = row;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const item = items.get(path) ?? { pattern: patternOf(path), names, methods: new Map() };
    item.methods.set(method, row);
    items.set(path, item);
  }
  return items;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
}
