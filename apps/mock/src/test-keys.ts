/** What a key may do. */
export interface TestKey {
  /** What the key is for, as the start of a sentence's end: "sk-mock-full does everything". */
  says: string;
  isRevoked: boolean;
  hasPermission: boolean;
  hasPoints: boolean;
  /** Its rate window where that is not the service's. */
  requestsPerMinute?: number;
}

const working: TestKey = {
  says: "does everything",
  isRevoked: false,
  hasPermission: true,
  hasPoints: true,
};

/** The keys that every mock takes; it refuses any other with 401. */
export const testKeys: Record<string, TestKey> = {
  "sk-mock-full": working,
  "sk-mock-low": { ...working, says: "has too few points: 402 from what costs points", hasPoints: false },
  "sk-mock-limited": { ...working, says: "has no permission: 403", hasPermission: false },
  "sk-mock-revoked": { ...working, says: "is revoked: 401", isRevoked: true },
  "sk-mock-tiny": { ...working, says: "may make 3 requests a minute: then 429", requestsPerMinute: 3 },
};
