/** Thrown in place of an answer, or of its rest: the connection closes, or is reset. As `fetch` does, it rejects with a TypeError. */
export class ConnectionFault extends TypeError {
  readonly how: "close" | "reset";

  constructor(how: "close" | "reset") {
    super(
      how === "reset" ? "The connection was reset (ECONNRESET)." : "The connection was closed before the answer ended.",
    );
    this.name = "ConnectionFault";
    this.how = how;
  }
}
