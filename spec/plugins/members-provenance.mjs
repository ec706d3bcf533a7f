/**
 * Redocly decorator: copies `x-members-provenance` of a schema to each member without a mark of its own. A member with
 * the schema's provenance gets none in the bundle.
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
