/** The element of an item on the page. */
export interface Shown<Item> {
  element: HTMLElement;
  update(item: Item): void;
}

/**
 * Makes a function that shows items as the children of an element. An item that is shown already keeps its element, and
 * with it the focus; where the focus would go with an item, the heading of its section gets it.
 */
export function createKeyedList<Item>(
  parent: HTMLElement,
  { keyOf, make }: { keyOf: (item: Item) => string; make: (item: Item) => Shown<Item> },
): (items: readonly Item[]) => void {
  let shown = new Map<string, Shown<Item>>();

  return (items) => {
    const next = new Map(items.map((item) => [keyOf(item), shown.get(keyOf(item)) ?? make(item)]));
    for (const [key, { element }] of shown) {
      if (next.has(key)) continue;
      const hadFocus = element.contains(document.activeElement);
      element.remove();
      if (hadFocus) parent.closest("section")?.querySelector("h2")?.focus();
    }
    shown = next;
    for (const [index, item] of items.entries()) {
      const own = shown.get(keyOf(item));
      if (own === undefined) continue;
      own.update(item);
      if (parent.children[index] !== own.element) parent.insertBefore(own.element, parent.children[index] ?? null);
    }
  };
}
