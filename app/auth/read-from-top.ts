/** Ref of a screen that takes the place of another: its heading is read next. */
export function moveFocusToHeading(screen: HTMLElement | null): void {
  const title = screen?.querySelector("h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus();
}
