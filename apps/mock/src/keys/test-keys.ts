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

const working: Omit<TestKey, "name"> = {
  says: "does everything",
  isRevoked: false,
  hasPermission: true,
};

/** Keys of one owner, as most have several: what one spends the others see. */
const ofMain = { ...working, account: "main" };

/** The keys that every mock takes; it refuses any other with 401. */
export const testKeys: Record<string, TestKey> = {
  "sk-mock-full": { ...ofMain, name: "full" },
  "sk-mock-low": {
    ...working,
    name: "low",
    says: "has no points: 402 for paid requests",
    points: 0,
  },
  "sk-mock-limited": { ...ofMain, name: "limited", says: "has no permission: 403", hasPermission: false },
  "sk-mock-revoked": { ...ofMain, name: "revoked", says: "is revoked: 401", isRevoked: true },
  "sk-mock-tiny": { ...ofMain, name: "tiny", says: "may make 3 requests a minute: then 429", requestsPerMinute: 3 },
};
