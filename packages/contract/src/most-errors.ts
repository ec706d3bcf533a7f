/**
 * The most errors of one value that are kept and read: a mistake in each of thousands of elements is told by the first
 * ones.
 */
export const mostErrors = 2000;
