/** Writes times as `Date` headers have them (RFC 9110, 5.6.7); a second is written once. */
export function createHttpDate(): (timeMs: number) => string {
  let second = Number.NaN;
  let text = "";

  return (timeMs) => {
    const asked = Math.floor(timeMs / 1000);
    if (asked !== second) {
      second = asked;
      text = new Date(timeMs).toUTCString();
    }
    return text;
  };
}
