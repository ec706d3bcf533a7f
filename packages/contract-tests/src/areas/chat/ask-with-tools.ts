import type { ChatUserMessage } from "@model-access/contract";
import type { Facts } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { chatPicture } from "../../requests/picture.js";
import { toolQuestion } from "../../requests/tool.js";

/** All calls with tools are of one model of another provider. */
export const ofAnother = { provider: 1, feature: "tools" };

export const asked = ({ modelList }: Facts, model: string, pictures: number): ChatUserMessage => ({
  role: "user",
  content:
    pictures > 0 && offers(modelList, model, "image")
      ? [{ type: "text", text: toolQuestion }, ...Array.from({ length: pictures }, () => chatPicture)]
      : toolQuestion,
});

export const streamed = ({ replyTo }: Facts) => ({
  stream: true,
  ...(replyTo("chat/stream-usage")?.status === 200 && { stream_options: { include_usage: true } }),
});
