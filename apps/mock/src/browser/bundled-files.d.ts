/** Files that the mock reads, by the end of their path, in base64. scripts/bundle-browser.mjs makes the module. */
export declare const files: Record<string, string>;
