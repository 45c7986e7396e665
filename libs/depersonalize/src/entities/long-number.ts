/** A year, or a number that is long enough: it is a value and no name of one. */
export const longNumber = /(?:\d[ .,/-]{0,3}){7}/;
