import { type AdminOperation, jsonAnswer } from "./admin-request.js";

/** `listBots` */
export const listBots: AdminOperation = async (_request, { session }) =>
  jsonAnswer({
    bots: session.world.catalogue.entries.map(({ model, access, controls }) => ({
      id: model.id,
      name: model.metadata?.display_name ?? model.id,
      access,
      model,
      ...(controls !== undefined && { controls }),
    })),
  });
