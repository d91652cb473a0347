/**
 * The cart of the app in a frame, over the page or in its flow, and the messages between page and frame (spec §6, §7). Loaded by
 * loader.ts, whose queue it takes over.
 */
import { isCommand } from "./commands.ts";
import { emit, on } from "./events.ts";
import { forgetPatientCookies, frame, sendHello, applyState, makeFrame, send, onReady } from "./frame.ts";
import { isFromFrame } from "./frame-messages.ts";
import {
  closeButton,
  closeOverlay,
  dialog,
  pushEntry,
  openOverlay,
  trackDepth,
  onPopState,
  whenHistoryRestored,
} from "./overlay.ts";
import { isOwnPath } from "./paths.ts";
import { type Call, type CareCart, callsOf, isVisitorCommand } from "./command-queue.ts";
import { appOrigin } from "./script-tag.ts";

const careCart = (window as unknown as { careCart: CareCart }).careCart;

/** The container of the frame: the overlay, or an element of the page. */
let container: Element = dialog;

function prepare() {
  if (frame?.isConnected) return;
  if (!container.isConnected) {
    container = dialog;
    document.documentElement.append(dialog);
  }
  container.replaceChildren(makeFrame(container !== dialog, showCloseButton));
  showCloseButton();
}

/** The overlay has its own close button while the frame shows none. */
function showCloseButton() {
  if (container === dialog) dialog.prepend(closeButton);
  pushEntry();
}

function show() {
  prepare();
  if (container === dialog) openOverlay();
  else frame?.focus();
}

function mount(element: unknown) {
  if (frame?.isConnected || !(element instanceof Element)) return void careCart.dropped++;
  container = element;
  prepare();
}

function runCommand([name, subject, listener]: readonly unknown[]) {
  if (isCommand(name as string)) {
    if (isVisitorCommand(name)) show();
    else if (name === "logout") prepare();
    send(name as Parameters<typeof send>[0], subject);
  } else if (name === "close") closeOverlay();
  else if (name === "prepare") prepare();
  else if (name === "mount") mount(subject);
  else if (name === "on") on(subject as string, listener as Parameters<typeof on>[1]);
  else careCart.dropped++;
}

function onMessage({ source, origin, data }: MessageEvent) {
  if (!frame || source !== frame.contentWindow || origin !== appOrigin || !isFromFrame(data)) {
    careCart.dropped++;
    return;
  }
  if (data.type === "ready") {
    onReady(frame);
    closeButton.remove();
    pushEntry();
    if (dialog.open) frame.focus();
    return;
  }
  if (data.type === "close" && container === dialog) return closeOverlay();
  if (data.type === "state") {
    applyState(data);
    trackDepth(data.depth);
    if (container !== dialog) frame.style.height = `${data.height}px`;
  }
  const { cart: _version, type, ...payload } = data;
  const isDefaultAllowed = emit(type, payload);
  if (isDefaultAllowed && data.type === "content-link" && isOwnPath(data.path, location.origin))
    location.assign(data.path);
}

on("logout", forgetPatientCookies);
addEventListener("message", onMessage);
addEventListener("popstate", ({ state }) => onPopState(state as Parameters<typeof onPopState>[0], show));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) sendHello();
});

const waiting = callsOf(careCart);
careCart.q = {
  push(call: Call) {
    const parts = Array.from(call);
    whenHistoryRestored(() => {
      try {
        runCommand(parts);
      } catch {
        careCart.dropped++;
      }
    }, parts[0] === "on");
  },
};
waiting.forEach((call) => careCart.q.push(call));
