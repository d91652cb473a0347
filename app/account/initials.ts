/** First letters of her names, as the picture she has not got. */
export const initialsOf = (...names: readonly (string | null | undefined)[]): string =>
  names
    .flatMap((name) => /^./u.exec(name?.trim() ?? "")?.[0] ?? [])
    .join("")
    .toUpperCase();
