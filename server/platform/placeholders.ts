/** A text of the content with its `{{placeholders}}` filled in. Throws what `missing` makes of the name of one without a value. */
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
