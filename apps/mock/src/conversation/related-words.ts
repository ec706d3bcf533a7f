import { wordsOfName } from "./values/member.js";

/** Words of names (labels, values of an enum, tools), and what people say who mean them. */
const groups = [
  ["positive", "love great good excellent happy wonderful best enjoy amazing fantastic perfect thrilled delighted"],
  ["negative", "hate bad awful terrible worst broken sad angry poor disappointed slow useless frustrating"],
  ["billing payment payments finance", "invoice bill charge payment refund price subscription"],
  ["technical tech bug support it", "error bug crash broken doesn't login password slow"],
  ["sales pricing", "buy quote demo pricing offer upgrade"],
  ["shipping delivery order orders", "order package parcel delivery shipped shipment tracking"],
  ["urgent high", "urgent asap immediately"],
  ["bicycling cycling bicycle bike", "bike bicycle cycling"],
  ["driving car", "car drive driving"],
  ["walking walk foot", "foot walk walking"],
  ["transit bus train", "bus train tram metro subway transport"],
  ["metric celsius", "celsius"],
  ["imperial fahrenheit", "fahrenheit"],
  ["event calendar meeting appointment reminder", "schedule meeting appointment remind invite agenda calendar"],
  ["search web browse grep find", "search look google find latest news"],
  ["sql database query", "orders customers users sales rows products"],
  ["email mail", "mail email"],
  ["cart order purchase checkout items", "buy purchase cart basket add put"],
  ["weather forecast", "umbrella rain sunny temperature hot cold warm"],
  ["calculator calculate math", "* + × ÷ ^ percent root"],
  ["directions route navigate", "route drive walk way bike"],
  ["places restaurant maps", "near nearby closest around"],
  ["git commit branch repository", "commit branch merge rebase repository"],
  ["command shell terminal bash execute", "run execute npm"],
  ["thermostat temperature climate heating", "degrees thermostat warmer colder heating"],
  ["time clock", "time day date"],
].map(([names = "", said = ""]) => ({ names: names.split(" "), said: said.split(" ") }));

const neutral = /^(?:neutral|mixed)$/i;
const other = /^(?:other|general|none|unknown)$/i;

/** The label that the words of a text mean; undefined where none does. */
export function labelFor(text: string, labels: readonly string[]): string | undefined {
  const said = saidIn(text);
  const known = labels.filter((label) => groupsOf(label).length > 0);
  const meant = known.filter((label) => isMeant(label, said));
  if (meant.length === 1 || known.length < 2) return meant[0];
  return labels.find((label) => neutral.test(label)) ?? meant[0] ?? labels.find((label) => other.test(label));
}

/** True where the words of a text mean one of the words of a name. */
export function isMeant(name: string, said: ReadonlySet<string>): boolean {
  return groupsOf(name).some((group) => group.said.some((word) => said.has(word)));
}

function groupsOf(name: string): (typeof groups)[number][] {
  const words = wordsOfName(name).split(" ");
  return groups.filter(({ names }) => words.some((word) => names.includes(word)));
}

/** The words of a text in lower case, and those without their endings. */
export function saidIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}']+|[*+×÷^]/gu) ?? [];
  return new Set(
    words.flatMap((word) => [
      word,
      ...["s", "d", "ed"].flatMap((end) => (word.endsWith(end) ? [word.slice(0, -end.length)] : [])),
    ]),
  );
}
