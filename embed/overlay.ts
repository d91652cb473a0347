import { element } from "./element.ts";
import { emit } from "./events.ts";
import { frame, isLoaded, state } from "./frame.ts";
import { makeCloseButton } from "./load-failed-notice.ts";
import { title } from "./script-tag.ts";

/** Width of the panel in CSS px. */
const width = 480;

/** Covers the page with a backdrop; its content is a panel at the right. */
export const dialog = element("dialog", {
  ariaLabel: title,
  style: `position:fixed;inset:0;width:auto;height:100dvh;max-width:none;max-height:none;margin:0;border:0;padding:0 0 0 max(0px,100% - ${width}px);overflow:hidden;background:linear-gradient(Canvas 0 0) content-box,#0008`,
});

/** Closes the overlay while the frame offers no close button. */
export const closeButton = makeCloseButton();

const page = document.documentElement.style;
let pageOverflow = "";
let isOpen = false;
/** The frame's depth at the widget's own entry; not all browsers take a closed frame back to where it began. */
let entryDepth = 0;
/** Whether the page has stayed loaded since the entry for Back was made; after a reload the frame's remaining entries cannot be counted. */
let hasOwnEntry = false;
/** On the way back over the history entries that a closed widget leaves behind. */
let isGoingBack = false;
/** Ends that; how long after the page the frame may arrive, in ms, as no browser reports it. */
let backTimer: ReturnType<typeof setTimeout> | undefined;
let frameLagMs = 0;
/** Actions requested while going back. */
const actionsWhileGoingBack: (() => void)[] = [];
/** The longest wait for the page to arrive, in ms: a browser does nothing at all where the history has no such entry. */
const backTimeoutMs = 3000;

/**
 * Makes an entry of the page's history for Back to undo, once the frame has loaded: a browser takes a frame back only over entries that already held
 * it. Does nothing when there is one, which the page may have been reloaded on.
 */
export function pushEntry(): void {
  if (!isOpen || history.state?.careCart) return;
  history.pushState({ ...history.state, careCart: 1 }, "");
  hasOwnEntry = true;
}

export function openOverlay(): void {
  if (!isOpen) {
    isOpen = true;
    entryDepth = state?.depth ?? 0;
    dialog.showModal();
    pageOverflow = page.overflow;
    page.overflow = "hidden";
    if (isLoaded()) pushEntry();
    emit("open");
  }
  frame?.focus();
}

/** Records where the frame is in the history. */
export function trackDepth(depth: number): void {
  entryDepth = Math.min(entryDepth, depth);
}

/** Closes, unless a payment is being confirmed. Listeners are called when the history is restored. */
export function closeOverlay(): void {
  if (!isOpen || state?.busy) return;
  isOpen = false;
  dialog.close();
  page.overflow = pageOverflow;
  if (!hasOwnEntry || !history.state?.careCart) return void emit("close");
  isGoingBack = true;
  const screens = (state?.depth ?? 0) - entryDepth;
  frameLagMs = screens > 0 ? 200 : 0;
  history.go(-1 - screens);
  backTimer = setTimeout(onHistoryRestored, backTimeoutMs);
}

/** Follows the browser's Back and Forward to an entry of the page; `open` shows the widget. */
export function onPopState(entry: { readonly careCart?: 1 } | null, open: () => void): void {
  if (isGoingBack) {
    clearTimeout(backTimer);
    backTimer = setTimeout(onHistoryRestored, frameLagMs);
  } else if (entry?.careCart) {
    hasOwnEntry = true;
    open();
  } else if (isOpen) {
    if (state?.busy) pushEntry();
    closeOverlay();
  }
}

/** The history is as before the widget was opened. */
function onHistoryRestored() {
  isGoingBack = false;
  emit("close");
  actionsWhileGoingBack.splice(0).forEach((action) => whenHistoryRestored(action));
}

/**
 * Runs `action` once no closed widget is going back, or at once with `now`: a screen that the frame adds meanwhile would be lost from the history.
 */
export function whenHistoryRestored(action: () => void, now = false): void {
  if (isGoingBack && !now) actionsWhileGoingBack.push(action);
  else action();
}

dialog.onclick = ({ target, clientX }) => {
  if (target === closeButton || clientX < innerWidth - width) closeOverlay();
};

dialog.onkeydown = (event) => {
  if (event.key === "Escape") closeByWidget(event);
};
dialog.oncancel = closeByWidget;

function closeByWidget(event: Event) {
  event.preventDefault();
  closeOverlay();
}

/** A browser may close a dialog without asking. */
dialog.onclose = () => {
  if (!isOpen || dialog.open) return;
  dialog.showModal();
  frame?.focus();
  closeOverlay();
};
