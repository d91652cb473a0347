/** Fills in the `{{placeholders}}` of a content text. For one without a value, throws the error `missing` returns for its name. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<string, string>>>,
  onMissing: (name: string) => Error,
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw onMissing(name);
    return value;
  });
