import type { AdminOperation } from "./admin-request.js";

export const listBots: AdminOperation<"listBots"> = async (_request, { session }) => ({
  bots: session.world.catalogue.entries.map(({ model, access, controls }) => ({
    id: model.id,
    name: model.metadata?.display_name ?? model.id,
    access,
    model: { ...model },
    ...(controls !== undefined && { controls: controls as Record<string, unknown> }), // the world has checked them
  })),
});
