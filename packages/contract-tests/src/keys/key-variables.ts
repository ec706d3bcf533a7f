/** The environment variable of each key. The first is the caller's own; the others let more rules be judged. */
export const keyVariables = {
  apiKey: "MODEL_ACCESS_API_KEY",
  noPermission: "MODEL_ACCESS_API_KEY_NO_PERMISSION",
  noPoints: "MODEL_ACCESS_API_KEY_NO_POINTS",
  revoked: "MODEL_ACCESS_API_KEY_REVOKED",
  lowLimit: "MODEL_ACCESS_API_KEY_LOW_LIMIT",
  sameAccount: "MODEL_ACCESS_API_KEY_SAME_ACCOUNT",
} as const;

export type Keys = { apiKey: string } & { [Name in Exclude<keyof typeof keyVariables, "apiKey">]?: string };
