let given = 0;

/** A number nobody else on this worker has: the same name, birthday and number would be one person. */
export const ownSsn = (): string => {
  given += 1;
  return `123-45-${String(1000 + (given % 9000))}`;
};
