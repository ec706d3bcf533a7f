import type { CallInit } from "../call/call.js";

/**
 * Returns the init of a request with a form. It is sent as its bytes, because a `fetch` that is not the platform's own, such
 * as that of the package undici, would send a `FormData` of the platform as `[object FormData]`. Of a file nothing is read
 * before it is sent.
 */
export function formInit(init: CallInit, fields: object, fileName = "blob") {
  const boundary = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const parts = Object.entries(fields).flatMap(([name, value]): BlobPart[] => {
    if (value == null) return [];
    const head = `--${boundary}\r\ncontent-disposition: form-data; name=${quote(name)}`;
    if (!(value instanceof Blob)) return [`${head}\r\n\r\n${value}\r\n`];
    const type = value.type || "application/octet-stream";
    return [`${head}; filename=${quote(fileName)}\r\ncontent-type: ${type}\r\n\r\n`, value, "\r\n"];
  });
  const body = new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
  // `fetch` reads the type with the boundary from the body. The type of the contract says what the parts are called.
  return {
    ...init,
    body: fields as never,
    bodySerializer: () => body,
    headers: { ...init.headers, "content-type": null },
  };
}

/** Returns a name as browsers write it in a form. */
function quote(name: string): string {
  return `"${name.replace(/[\r\n"]/g, encodeURIComponent)}"`;
}
