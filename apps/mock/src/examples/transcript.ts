/** The texts of the events of a whole event stream, each with the blank line that ends it. */
export function eventTexts(transcript: string): string[] {
  const blocks = transcript.split("\n\n").filter((block) => block.trim() !== "");
  return blocks.map((block) => `${block.replace(/^\n+/, "")}\n\n`);
}
