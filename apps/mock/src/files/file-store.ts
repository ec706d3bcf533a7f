import { createHash } from "node:crypto";
import { createBoundedMap } from "../session/bounded-map.js";

export interface StoredFile {
  /** Without a path. */
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** The uploaded files of a mock. They are no session's, because whoever follows an address names no session. */
export interface FileStore {
  /** Keeps a file, and gives the path under which it can be got back. It depends on the file alone. */
  add(file: StoredFile): Promise<string>;
  /** The file of a path; undefined for a path that leads to none. */
  find(path: string): Promise<StoredFile | undefined>;
}

/** The most bytes that the files of a mock take together. */
export const fileBytes = 256 * 1024 * 1024;

export const filesKept = 10_000;

/** Files in memory: the latest ten thousand, fewer where so many bytes hold no more, and the last one always. */
export function createFileStore({ bytesKept = fileBytes }: { bytesKept?: number } = {}): FileStore {
  const files = createBoundedMap<StoredFile>({
    entries: filesKept,
    bytes: bytesKept,
    sizeOf: ({ bytes }) => bytes.length,
  });

  return {
    async add(file) {
      const id = idOf(file);
      files.set(id, file);
      return pathOf(id, file);
    },
    // The name in a path is for people; clients encode it in more than one way.
    find: async (path) => files.get(idIn(path) ?? ""),
  };
}

export const pathOf = (id: string, { name }: StoredFile) => `/files/${id}/${encodeURIComponent(name)}`;

export const idIn = (path: string) => /^\/files\/([0-9a-f]{16})\/[^/]*$/.exec(path)?.[1];

/** The id of a file, which depends on the file alone. */
export function idOf({ name, mediaType, bytes }: StoredFile): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([name, mediaType]))
    .update(bytes);
  return hash.digest("hex").slice(0, 16);
}
