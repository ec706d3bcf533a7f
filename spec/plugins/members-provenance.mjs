/**
 * Redocly decorator: writes `x-members-provenance` of a schema to each member that has no mark of its own; a member from the
 * same source as the schema needs none in the bundle.
 */
export const membersProvenance = () => ({
  Schema: {
    leave(schema) {
      const { "x-members-provenance": ofMembers, properties } = schema;
      if (ofMembers === undefined) return;
      delete schema["x-members-provenance"];
      for (const [name, { $ref, description, "x-provenance": own = ofMembers, ...rest }] of Object.entries(
        properties,
      )) {
        properties[name] = {
          ...($ref && { $ref }),
          ...(description && { description }),
          ...(own !== schema["x-provenance"] && { "x-provenance": own }),
          ...rest,
        };
      }
    },
  },
});
