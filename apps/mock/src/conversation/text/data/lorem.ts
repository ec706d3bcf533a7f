import type { Language } from "../languages.js";

/** Latin that fills a page, as layouts are tried with; it is written like a language. */
export const lorem: Language = {
  code: "la",
  names: ["lorem ipsum"],
  openings: ["Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore."],
  sentences: [
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
    "Sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
    "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris.",
    "Nisi ut aliquip ex ea commodo consequat.",
    "Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore.",
    "Excepteur sint occaecat cupidatat non proident.",
    "Sunt in culpa qui officia deserunt mollit anim id est laborum.",
    "Curabitur pretium tincidunt lacus, nulla gravida orci a odio.",
    "Integer in mauris eu nibh euismod gravida.",
    "Praesent dapibus, neque id cursus faucibus, tortor neque egestas augue.",
  ],
  points: ["Dolor sit amet", "Tempor incididunt", "Magna aliqua", "Minim veniam", "Ullamco laboris", "Velit esse"],
  headers: ["Lorem", "Ipsum", "Dolor"],
  ratings: ["sit", "amet", "elit"],
  lead: "Lorem ipsum:",
  verses: [
    "Lorem ipsum dolor sit amet,",
    "consectetur adipiscing elit,",
    "sed do eiusmod tempor",
    "ut labore et dolore.",
  ],
  hello: "Lorem ipsum.",
  phrases: {},
  gap: " ",
  isRightToLeft: false,
};
