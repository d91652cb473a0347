import { formatList } from "#contract/fields/formats.ts";

/** “A”, “A and B”, “A, B and C”. */
export const joinNames = (names: readonly string[]): string => formatList(names).replace(", and", " and");
