/** Known names of models; any other name is accepted too. */
export type ModelId =
  | "Claude-Haiku-4.5"
  | "Claude-Sonnet-4.5"
  | "GPT-5.2"
  | "Gemini-2.5-Flash"
  | "Grok-4"
  | (string & {});

/** Known names of video models; any other name is accepted too. */
export type VideoModelId = "Sora-2" | "Veo-3.1" | (string & {});

/** Known names of media bots that make images; any other name is accepted too. */
export type ImageModelId = "GPT-Image-1" | (string & {});
