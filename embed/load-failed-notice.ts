import { element } from "./element.ts";

/** The notice that the cart could not be loaded. */
export const makeNotice = (): HTMLElement =>
  element("p", {
    role: "alert",
    textContent: "We couldn't load the cart. Please check your connection and try again.",
    style: "margin:0;padding:56px 24px 24px;font:18px/1.5 sans-serif;color:CanvasText",
  });

export const makeCloseButton = (): HTMLButtonElement =>
  element("button", {
    type: "button",
    ariaLabel: "Close",
    // By code point: a page without a charset would decode the character itself as two others.
    textContent: String.fromCodePoint(0xd7),
    style:
      "position:absolute;top:0;right:0;width:48px;height:48px;margin:0;border:0;padding:0;background:none;color:CanvasText;font:28px sans-serif;cursor:pointer",
  });
