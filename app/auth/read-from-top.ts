/** Ref for a screen that replaces another: focuses its heading, so that it is read next. */
export function moveFocusToHeading(screen: HTMLElement | null): void {
  const title = screen?.querySelector("h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus();
}
