import axe from "axe-core";
import type { Page } from "playwright-core";

/** The rules that look at colours, which are all that differs between a light page and a dark one. */
export const ofColours = ["color-contrast", "link-in-text-block"];

/** Returns the findings of axe as sentences. */
export async function findViolations(
  page: Page,
  { rules, outside }: { rules?: string[]; outside?: string } = {},
): Promise<string[]> {
  await page.evaluate(axe.source);
  // The whole page, as rules on headings and landmarks look at nothing less.
  const context = { include: ["html"], exclude: outside === undefined ? [] : [outside] };
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules !== undefined && { runOnly: rules }) };
  const { violations } = await page.evaluate(
    ([where, how]) => (globalThis as unknown as { axe: typeof axe }).axe.run(where, how),
    [context, options] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
