/** The names that deployments are known to have; any other name is taken too. */
export type ModelId =
  | "Claude-Haiku-4.5"
  | "Claude-Sonnet-4.5"
  | "GPT-5.2"
  | "Gemini-2.5-Flash"
  | "Grok-4"
  | (string & {});

/** The names of models that make videos, and any other. */
export type VideoModelId = "Sora-2" | "Veo-3.1" | (string & {});

/** The names of media bots that make pictures, and any other. */
export type ImageModelId = "GPT-Image-1" | (string & {});
