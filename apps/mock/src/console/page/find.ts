/** The element of an id, which console.html promises to have. Throws where it is not there or of another kind. */
export function find<Kind extends Element>(id: string, kind: { new (): Kind }): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`console.html has no ${kind.name} with the id ${id}.`);
  return found;
}
