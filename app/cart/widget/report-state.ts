import type { SessionStore } from "#app/api/session/session.ts";
import type { FrameMessage } from "./bridge.ts";
import { itemCount } from "./cart-lines.ts";
import type { Widget } from "./widget-types.ts";

/**
 * Tells the page around the widget what changed: cart, screen, session, height. Repeats nothing. `content` has its natural height, whatever the
 * height of the frame.
 */
export function reportStateToPage(
  postToPage: (message: FrameMessage) => void,
  widget: Widget,
  session: SessionStore,
  content: HTMLElement,
): void {
  let last = "";
  const postState = () => {
    const { connected, screen, busy, storedCart } = widget.get();
    if (!connected) return;
    const message: FrameMessage = {
      type: "state",
      screen,
      depth: widget.depth(),
      busy,
      count: itemCount(storedCart.lines),
      signedin: session.get().token !== null,
      height: Math.ceil(content.getBoundingClientRect().height),
      saved: storedCart,
    };
    const text = JSON.stringify(message);
    if (text === last) return;
    last = text;
    postToPage(message);
  };
  widget.subscribe(postState);
  session.subscribe(postState);
  new ResizeObserver(postState).observe(content);
}
