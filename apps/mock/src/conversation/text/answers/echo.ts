import { capitalised } from "../subject.js";

/** `Say "hello"`, `Reply with only the word pong`, `Repeat after me: one two three`. */
export function echoOf(text: string): string | undefined {
  const quoted =
    /^(?:please |now |just |only )*(?:say|reply|respond|answer|repeat|return|output|print|echo|write)\b[^"“'`\n]{0,60}["“'`]([^"“”\n]{1,300}?)["”'`][.!]?(?: and (?:nothing else|no more).*)?$/i.exec(
      text,
    );
  if (quoted?.[1] !== undefined && !/\b(?:about|poem|story|essay|translate|into)\b/i.test(text.replace(quoted[1], "")))
    return quoted[1];
  const after =
    /^(?:please )?(?:say|repeat|echo|reply|respond|answer)(?: (?:after me|exactly|this|the following|with|only|just|back))*:\s*(.{1,500})$/is.exec(
      text,
    );
  if (after?.[1] !== undefined) return after[1].trim();
  const word =
    /^(?:please )?(?:reply|respond|answer|say)(?: back)? (?:with )?(?:only |just |exactly |nothing but )*(?:the )?(?:single )?(?:word|text|letter|number|phrase)s?:? ([^.,!?\n]{1,80})[.!]?(?: and nothing else.*)?$/i.exec(
      text,
    );
  if (word?.[1] !== undefined) return word[1].replace(/ (?:and nothing else|only)$/i, "");
  const only =
    /^(?:please )?(?:reply|respond|answer) (?:with )?(?:only|just|exactly|nothing but) ([\p{L}\p{N}_-]{1,40})[.!]?$/iu.exec(
      text,
    );
  if (only?.[1] !== undefined) return only[1];
  const nothingBut = /^(?:please )?say nothing (?:but|except|other than) ([^.!?\n]{1,80})[.!]?$/i.exec(text);
  if (nothingBut?.[1] !== undefined) return nothingBut[1].replaceAll(/^["“'`]|["”'`]$/g, "");
  const said = /^(?:please )?say ([\p{L}\p{N}' -]{1,60})[.!]?$/iu.exec(text);
  return said?.[1] === undefined || /^(?:something|anything|it|that|more|a|an|some|what|why|how)\b/i.test(said[1])
    ? undefined
    : capitalised(said[1]);
}
