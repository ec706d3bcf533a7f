// The entry for web pages, service workers and Storybook. The build bundles it with what stands in for Node's modules.
export type { Admin, AdminOptions } from "./admin-client.js";
export { AdminError, createAdmin } from "./admin-client.js";
export { faults } from "./faults/catalogue.js";
export { testKeys } from "./keys/test-keys.js";
export type { Mock, MockOptions } from "./mock.js";
export { createMock } from "./mock.js";
