/**
 * Moves the focus to new content without scrolling, so that assistive technology reads on from there; also usable as the ref of a heading. A dialog
 * over the screen keeps the focus.
 */
export function moveFocusTo(element: HTMLElement | null): void {
  if (!element || isBesidePage()) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
  if (!dialog || dialog.contains(element)) element.focus({ preventScroll: true });
}

/** Ref for content that has replaced the previous screen: scrolls to its top before paint, and focuses it. */
export function moveFocusToTop(element: HTMLElement | null): void {
  if (!element) return;
  scrollTo(0, 0);
  moveFocusTo(element);
}

/** Ref for a screen that replaces another: focuses its heading, so that it is read next. */
export function moveFocusToHeading(screen: HTMLElement | null): void {
  const title = screen?.querySelector("h1");
  if (!title || isBesidePage()) return;
  title.tabIndex = -1;
  title.focus();
}

/** A frame that a marketing page has loaded ahead, or shows in its flow, while the visitor is elsewhere on the page: it would take the focus from there. */
const isBesidePage = (): boolean => window.parent !== window && !document.hasFocus();
