/** A JSON value as TypeScript source, two spaces deep, keys unquoted where they may be. */
export function stringify(value) {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}
