const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const larger = /\b(?:larger|bigger|greater|higher|more|largest|biggest|greatest|highest)\b/i;
const smaller = /\b(?:smaller|less|lower|smallest|least|lowest)\b/i;

/** Says which of the numbers in `Which is larger, 9.11 or 9.9?` is it; undefined for any other question. */
export function largerIn(text: string): string | undefined {
  const found =
    /^(?:which|what)(?: number| one)?(?: is|'s) (?:the )?(\p{L}+)(?: number| one)?[,:]? ([-\d.,\s]+(?:or|and) -?[\d.]+)\??$/iu.exec(
      text,
    );
  const [, word = "", list = ""] = found ?? [];
  const written = list.match(/-?\d{1,15}(?:\.\d{1,15})?/g) ?? [];
  if (written.length < 2 || !(larger.test(word) || smaller.test(word))) return undefined;
  const values = written.map(Number);
  if (new Set(values).size < values.length) return `They are equal: ${written.join(" = ")}.`;
  const best = larger.test(word) ? Math.max(...values) : Math.min(...values);
  return `**${written[values.indexOf(best)]}** is ${word.toLowerCase()}${/est$|^least$/i.test(word) ? "" : ` than ${written.filter((_, at) => values[at] !== best).join(" and ")}`}.`;
}

/** Says what comes before or after a day of the week or a month; undefined for any other question. */
export function neighbourIn(text: string): string | undefined {
  const found =
    /^(?:what|which)(?: day| month)?(?: of the (?:week|year))? (?:comes?|is|follows) ?(?:right |just |directly )?(before|after|)? ?(\p{L}{3,9})\??$/iu.exec(
      text,
    );
  if (found === null) return undefined;
  const [asked, side = "", name = ""] = found;
  if (side === "" && !/ follows /i.test(asked)) return undefined;
  const step = side.toLowerCase() === "before" ? -1 : 1;
  for (const names of [days, months]) {
    const at = names.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    if (at < 0) continue;
    const neighbour = names[(at + step + names.length) % names.length];
    return `**${neighbour}** comes ${step < 0 ? "before" : "after"} ${names[at]}.`;
  }
  return undefined;
}
