import type { SessionStore } from "#app/api/session.ts";
import type { News } from "./bridge.ts";
import { countOf } from "./lines.ts";
import type { Widget } from "./widget-types.ts";

/**
 * Tells the page around the widget what changed: cart, screen, session, height. Says nothing twice. `content` is as high as what it
 * holds, whatever the height of the frame.
 */
export function speak(tell: (news: News) => void, widget: Widget, session: SessionStore, content: HTMLElement): void {
  let last = "";
  const say = () => {
    const { connected, screen, busy, kept } = widget.get();
    if (!connected) return;
    const news: News = {
      type: "state",
      screen,
      depth: widget.depth(),
      busy,
      count: countOf(kept.lines),
      signedin: session.get().token !== null,
      height: Math.ceil(content.getBoundingClientRect().height),
      kept,
    };
    const text = JSON.stringify(news);
    if (text === last) return;
    last = text;
    tell(news);
  };
  widget.subscribe(say);
  session.subscribe(say);
  new ResizeObserver(say).observe(content);
}
