// The script of every page. Each part does without the others, and the pages can be read without any.
import { addCopyButtons } from "./copy-buttons.ts";
import { followControls } from "./follow-controls.ts";
import { openMenu } from "./menu.ts";
import { openTarget } from "./open-target.ts";
import { reachScrolledTables } from "./scrolled-tables.ts";
import { search } from "./search.ts";
import { showTabs } from "./tabs.ts";
import { tryIt } from "./try-it.ts";

openMenu();
openTarget();
search();
showTabs();
addCopyButtons();
followControls();
reachScrolledTables();
tryIt();
