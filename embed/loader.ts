/**
 * The script a marketing site includes. It queues commands and loads the widget with the first one that needs it, so that a page on which nobody
 * opens the cart loads little. docs/embed.md describes how a site uses it.
 */
import { element } from "./element.ts";
import { makeCloseButton, makeNotice } from "./load-failed-notice.ts";
import {
  type Call,
  type CareCart,
  callsOf,
  isVisitorCommand,
  isBackgroundCommand,
  type Stub,
} from "./command-queue.ts";

const tag = document.currentScript as HTMLScriptElement;
const site = window as { careCart?: Stub };
const stub = site.careCart;
let isLoading = false;
/** Calls that wait for the widget. */
let waiting: Call[] = [];

const careCart = ((...call) => {
  careCart.q.push(call);
  if (isVisitorCommand(call[0]) || isBackgroundCommand(call[0])) load();
}) as CareCart;

function load() {
  if (isLoading) return;
  isLoading = true;
  const script = document.createElement("script");
  script.src = new URL("widget.js", tag.src).href;
  script.nonce = tag.nonce;
  Object.assign(script.dataset, tag.dataset);
  script.onerror = () => {
    isLoading = false;
    script.remove();
    onWidgetFailed();
  };
  document.documentElement.append(script);
}

/** The widget could not be fetched: the next command tries again, and a waiting visitor is told. */
function onWidgetFailed() {
  const others = waiting.filter(([name]) => !isVisitorCommand(name));
  const isVisitorWaiting = others.length < waiting.length;
  careCart.q = waiting = others;
  if (!isVisitorWaiting) return;
  const dialog = element("dialog", { style: "padding:0;border:0;max-width:480px" });
  dialog.onclick = dialog.onclose = () => dialog.remove();
  dialog.append(makeCloseButton(), makeNotice());
  document.documentElement.append(dialog);
  dialog.showModal();
}

if ((stub as Partial<CareCart> | undefined)?.dropped === undefined) {
  careCart.push = (...calls) => callsOf(calls).forEach((call) => careCart(...call));
  careCart.q = waiting;
  careCart.dropped = 0;
  site.careCart = careCart;
  careCart.push(...callsOf(stub));
}
