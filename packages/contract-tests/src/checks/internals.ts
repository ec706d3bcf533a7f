/** Traces of a server's own workings in a text, by where they come from. */
const traces: Record<string, RegExp> = {
  "a stack trace of JavaScript": /\n\s+at .+:\d+:\d+|\/node_modules\//,
  "a stack trace of Python": /Traceback \(most recent call last\)|File "[^"]+\.py", line \d+/,
  "a stack trace of Java":
    /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)|\b(?:java|javax|org|com)(?:\.\w+)+(?:Exception|Error)\b/,
  "a stack trace of .NET": /\bat [\w.<>`]+\(.*\) in .+:line \d+|\bSystem\.(?:\w+\.)*\w*Exception\b/,
  "a stack trace of PHP": /\b(?:Fatal error|Warning|Notice): .+ on line \d+|#\d+ \/\S+\.php\(\d+\)/,
  "a stack trace of Ruby": /\S+\.rb:\d+:in [`']/,
  "a stack trace of Go": /goroutine \d+ \[|\.go:\d+(?: \+0x|\b)|runtime error: /,
  "a panic of Rust": /panicked at |\.rs:\d+:\d+/,
  "an error of a database":
    /SQLSTATE|\bORA-\d{5}\b|syntax error at or near|psycopg2|sqlite3\.|duplicate key value violates|MongoServerError|SELECT .+ FROM /,
  "an address inside its network":
    /\b(?:ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|connection refused|dial tcp)\b|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}:\d+|\b[\w-]+\.(?:svc\.cluster\.local|internal):?\d*/i,
  "a file of the server":
    /(?:^|[\s"'(:])\/(?:usr|home|var|opt|srv|app|etc)\/[\w.-]+\/|\b[A-Z]:\\\\?(?:Users|inetpub|Program Files)/,
};

/** Names in a few words what a text shows of the workings of a server; undefined where it shows nothing. */
export function internalsIn(text: string): string | undefined {
  const plain = text.replaceAll("\\n", "\n").replaceAll("\\/", "/").replaceAll('\\"', '"');
  return Object.entries(traces).find(([, trace]) => trace.test(plain))?.[0];
}
