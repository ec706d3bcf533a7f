import { type Requirement, requirements } from "@model-access/contract";
import { type ContractDocument, listPlaces, type Place, readContract } from "./contract-document.ts";
import { createMarkdown, type Markdown } from "./markdown.ts";
import { findExamples } from "./schemas/schema-examples.ts";
import { groupSchemas, type SchemaGroup } from "./schemas/schema-groups.ts";
import { findUsers, type SchemaUsers } from "./schemas/schema-users.ts";

/** The data of every page. */
export interface Site {
  document: ContractDocument;
  places: Place[];
  markdown: Markdown;
  groups: SchemaGroup[];
  /** An example of each schema, from the contract's examples. */
  examples: Map<string, unknown>;
  users: SchemaUsers;
  requirements: readonly Requirement[];
}

export function readSite(): Site {
  const document = readContract();
  const places = listPlaces(document);
  return {
    document,
    places,
    markdown: createMarkdown(new Set(Object.keys(document.components.schemas))),
    groups: groupSchemas(document, places),
    examples: findExamples(document, places),
    users: findUsers(document, places),
    requirements,
  };
}
