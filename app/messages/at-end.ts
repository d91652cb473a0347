/** Within this distance of the end, in px, the reader counts as being there. */
const nearEndPx = 64;

/** Scroll position of a box, in px. */
export interface ScrollPosition {
  readonly scrollHeight: number;
  readonly scrollTop: number;
  readonly clientHeight: number;
}

export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: ScrollPosition): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEndPx;

/**
 * Whether the reader is at the end after a scroll event. Only scrolling up leaves the end: an event may fire when new messages are already below that
 * nobody has scrolled to yet.
 */
export const isAtEndAfterScroll = (wasAtEnd: boolean, previousTop: number, position: ScrollPosition): boolean =>
  isNearEnd(position) || (wasAtEnd && position.scrollTop >= previousTop);
