import { type ChatImagePart, type MessageImageBlockParam, valueAt } from "@model-access/contract";
import { offers, recordsOf } from "../reading/choose-model.js";

/** A white square of 200 by 200: large enough for its tokens to be missed. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQAAAACFI5MzAAAAJ0lEQVR42u3JoQEAAAwCIP9/WvPCPoBK+okxxhhjjDHGGGOMMcYcA4uOdZZzS32eAAAAAElFTkSuQmCC";

/** Writes the picture as a part of a chat message. */
export const chatPicture: ChatImagePart = { type: "image_url", image_url: { url: `data:image/png;base64,${picture}` } };

export const messagePicture: MessageImageBlockParam = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: picture },
};

/** Returns true where the model list says that a model takes pictures, or says of no model what it takes. */
export function takesPictures(list: unknown, model: string): boolean {
  const saysInputs = recordsOf(list).some((record) => valueAt(record, "/architecture/input_modalities") !== undefined);
  return !saysInputs || offers(list, model, "image");
}
