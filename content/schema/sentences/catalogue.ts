export const catalogueSentences = {
  product_not_offered: [],
  size_not_offered: [],
  listed_twice: [],
} as const;
