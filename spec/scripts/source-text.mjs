/** Writes a JSON value as TypeScript source, indented by two spaces, with unquoted keys where possible. */
export function stringify(value) {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}
