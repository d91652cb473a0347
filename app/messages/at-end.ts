/** Nearer to the end than this, in px, she is at it. */
const nearEndPx = 64;

/** How a box that scrolls stands, in px. */
export interface ScrollPosition {
  readonly scrollHeight: number;
  readonly scrollTop: number;
  readonly clientHeight: number;
}

export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: ScrollPosition): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEndPx;

/**
 * Whether she is at the end after a scroll event. Who was there leaves it by scrolling up alone: an event may be told when messages
 * already stand below that nobody has scrolled to yet.
 */
export const isAtEndAfterScroll = (wasAtEnd: boolean, previousTop: number, position: ScrollPosition): boolean =>
  isNearEnd(position) || (wasAtEnd && position.scrollTop >= previousTop);
