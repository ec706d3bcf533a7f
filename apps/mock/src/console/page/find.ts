/** The element of an id, which console.html promises to have. Throws where it is not there or of another kind. */
export function find<Kind extends Element>(id: string, kind: { new (): Kind }): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`console.html has no ${kind.name} with the id ${id}.`);
  return found;
}

/** The field of a form by its name. Throws where it is not there or of another kind. */
export function findField<Kind extends Element>(form: HTMLFormElement, name: string, kind: { new (): Kind }): Kind {
  const found = form.elements.namedItem(name);
  if (!(found instanceof kind)) throw new Error(`console.html has no ${kind.name} ${name} in the form ${form.id}.`);
  return found;
}
