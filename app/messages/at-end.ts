/** Nearer to the end than this, in px, she is at it. */
const nearEnd = 64;

/** How a box that scrolls stands, in px. */
export interface Stand {
  readonly scrollHeight: number;
  readonly scrollTop: number;
  readonly clientHeight: number;
}

export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Stand): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEnd;

/**
 * Whether she is at the end after a scroll event. Who was there leaves it by scrolling up alone: an event may be told when messages
 * already stand below that nobody has scrolled to yet.
 */
export const atEndAfterScroll = (wasAtEnd: boolean, topBefore: number, stand: Stand): boolean =>
  isNearEnd(stand) || (wasAtEnd && stand.scrollTop >= topBefore);
