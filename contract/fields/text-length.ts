/** Characters of a text as the contract counts them: code points, so that an emoji of one is one. */
export const textLength = (text: string): number => Array.from(text).length;
