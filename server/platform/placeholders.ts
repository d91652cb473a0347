/** Fills in the `{{placeholders}}` of a content text. One without a value is a mistake in the content: throws the error `onMissing` returns. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<string, string>>>,
  onMissing: (name: string) => Error = (name) => new Error(`No ${name} for “${text}”`),
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw onMissing(name);
    return value;
  });
