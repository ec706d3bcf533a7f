// The script of every page. Each part works without the others, and the pages can be read without any.
import { addCopyButtons, showTabs } from "./code-samples.ts";
import { followControls } from "./follow-controls.ts";
import { openMenu, openTarget, reachScrolledTables } from "./navigation.ts";
import { search } from "./search.ts";
import { tryIt } from "./try-it.ts";

openMenu();
openTarget();
search();
showTabs();
addCopyButtons();
followControls();
reachScrolledTables();
tryIt();
