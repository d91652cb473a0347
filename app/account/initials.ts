/** Initials, shown in place of a missing profile picture. */
export const initialsOf = (...names: readonly (string | null | undefined)[]): string =>
  names
    .flatMap((name) => /^./u.exec(name?.trim() ?? "")?.[0] ?? [])
    .join("")
    .toUpperCase();
