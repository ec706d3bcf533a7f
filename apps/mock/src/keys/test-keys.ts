/** The rights of a key. */
export interface TestKey {
  /** The purpose of the key, as the words after its name: "sk-mock-full does everything". */
  says: string;
  /** The name that its owner gave it; the history tells it by this name. */
  name: string;
  isRevoked: boolean;
  hasPermission: boolean;
  /** The points it begins with where those are not the mock's. */
  points?: number;
  /** Its rate window where that is not the service's. */
  requestsPerMinute?: number;
}

const working: Omit<TestKey, "name"> = {
  says: "does everything",
  isRevoked: false,
  hasPermission: true,
};

/** The keys that every mock takes; it refuses any other with 401. */
export const testKeys: Record<string, TestKey> = {
  "sk-mock-full": { ...working, name: "full" },
  "sk-mock-low": {
    ...working,
    name: "low",
    says: "has no points: 402 for paid requests",
    points: 0,
  },
  "sk-mock-limited": { ...working, name: "limited", says: "has no permission: 403", hasPermission: false },
  "sk-mock-revoked": { ...working, name: "revoked", says: "is revoked: 401", isRevoked: true },
  "sk-mock-tiny": { ...working, name: "tiny", says: "may make 3 requests a minute: then 429", requestsPerMinute: 3 },
};
