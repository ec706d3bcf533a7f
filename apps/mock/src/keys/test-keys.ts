import { readReplyFile } from "../replies-folder.js";

/** The rights of a key. */
export interface TestKey {
  /** The purpose of the key, as the words after its name: "sk-mock-full does everything". */
  says: string;
  /** The name that its owner gave it; the history tells it by this name. */
  name: string;
  isRevoked: boolean;
  hasPermission: boolean;
  /** The account that owns it, and pays for it; a key that names none is an account of its own. */
  account?: string;
  /** The points that its account begins with where those are not the mock's. */
  points?: number;
  /** Its rate window where that is not the service's. */
  requestsPerMinute?: number;
}

/** The rights of a key of which a data file says no more than its name. */
export const fullRights = { isRevoked: false, hasPermission: true };

type GivenKey = Partial<TestKey> & Pick<TestKey, "name" | "says">;
const { keys } = JSON.parse(readReplyFile("built-in.json")) as { keys: Record<string, GivenKey> }; // a test reads it as a data file

/** The keys that every mock takes; it refuses any other with 401. */
export const testKeys: Record<string, TestKey> = Object.fromEntries(
  Object.entries(keys).map(([key, rights]) => [key, { ...fullRights, ...rights }]),
);
