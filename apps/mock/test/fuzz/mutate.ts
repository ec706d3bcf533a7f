import { type Choose, pick } from "./choices.js";
import { oddNames, oddSchemas, oddTexts, oddValues } from "./odd-values.js";

type Container = Record<string, unknown>;

/** A copy of a JSON value with one thing in it changed. */
export function mutate(value: unknown, choose: Choose): unknown {
  const root: Container = { value: structuredClone(value) };
  const places = placesIn(root);
  const { container, name } = places[choose(places.length)] ?? { container: root, name: "value" };
  mutations[choose(mutations.length)]?.(container, name, choose);
  return root.value;
}

const mutations: ((container: Container, name: string, choose: Choose) => void)[] = [
  (container, name, choose) => put(container, name, pick(oddValues, choose)),
  (container, name) => (Array.isArray(container) ? container.splice(Number(name), 1) : delete container[name]),
  (container, _, choose) => put(container, pick(oddNames, choose), pick(oddValues, choose)),
  (container, name, choose) => put(container, name, pick(oddTexts, choose)),
  (container, name) => put(container, name, [container[name]]),
  (container, name) => put(container, name, JSON.stringify(container[name])),
  (container, name, choose) => put(container, name, pick(oddSchemas, choose)),
  (container, name) => Array.isArray(container) && container.push(container[Number(name)]),
];

/** Every member of every object and list in a value. */
function placesIn(container: Container): { container: Container; name: string }[] {
  return Object.entries(container).flatMap(([name, value]) => [
    { container, name },
    ...(typeof value === "object" && value !== null ? placesIn(value as Container) : []), // a list's names are its indices
  ]);
}

/** Assigning to `__proto__` would not make a member of that name, and a list has no names. */
function put(container: Container, name: string, value: unknown): void {
  if (Array.isArray(container) && !/^\d+$/.test(name)) return void container.push(value);
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
}
