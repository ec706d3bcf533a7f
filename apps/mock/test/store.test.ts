import { systemClock } from "../src/clock.js";
import { createMemoryStore } from "../src/store/store.js";
import { conformanceOptions, describeStore } from "./store-conformance.js";

const store = createMemoryStore({ ...conformanceOptions(), clock: systemClock });

describeStore("a store in memory", () => [store, store]);
