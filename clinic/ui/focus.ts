/** Ref of a part that replaces another one: its first field gets the focus, or its heading where it has none. */
export const focusFirst = (part: HTMLElement | null): void =>
  (part?.querySelector<HTMLElement>("[data-first], input") ?? part?.querySelector<HTMLElement>("h1"))?.focus();

/** The first field that is refused gets the focus, once React has drawn which ones are. */
export const focusFirstInvalid = (form: HTMLElement | null): void =>
  void setTimeout(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
