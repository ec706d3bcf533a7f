// Copies what the console has beside its scripts into dist/, where TypeScript has put them.
import { copyFileSync } from "node:fs";

for (const file of ["console.html", "console.css"]) {
  copyFileSync(
    new URL(`../src/console/page/${file}`, import.meta.url),
    new URL(`../dist/console/page/${file}`, import.meta.url),
  );
}
