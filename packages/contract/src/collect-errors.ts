/**
 * The most errors of one value that are kept and read: if thousands of elements have the same mistake, the first ones
 * show it.
 */
export const mostErrors = 2000;
