/**
 * The cart of the app in a frame, over the page or in its flow, and the messages between page and frame (spec §6, §7). Loaded by
 * loader.ts, whose queue it takes over.
 */
import { isCommand } from "./commands.ts";
import { emit, on } from "./events.ts";
import { forgetHers, frame, greet, learn, makeFrame, send, welcome } from "./frame.ts";
import { isFromFrame } from "./messages.ts";
import { closeButton, closeOverlay, dialog, enter, openOverlay, trackDepth, travel, whenSettled } from "./overlay.ts";
import { isOwnPath } from "./paths.ts";
import { type Call, type CareCart, callsOf, isAsking } from "./queue.ts";
import { home } from "./tag.ts";

const careCart = (window as unknown as { careCart: CareCart }).careCart;

/** What holds the frame: the overlay, or an element of the page. */
let place: Element = dialog;

function prepare() {
  if (frame?.isConnected) return;
  if (!place.isConnected) {
    place = dialog;
    document.documentElement.append(dialog);
  }
  place.replaceChildren(makeFrame(place !== dialog, offerClose));
  offerClose();
}

/** The overlay has ways out of its own while the frame shows none. */
function offerClose() {
  if (place === dialog) dialog.prepend(closeButton);
  enter();
}

function show() {
  prepare();
  if (place === dialog) openOverlay();
  else frame?.focus();
}

function mount(element: unknown) {
  if (frame?.isConnected || !(element instanceof Element)) return void careCart.dropped++;
  place = element;
  prepare();
}

function obey([name, subject, listener]: readonly unknown[]) {
  if (isCommand(name as string)) {
    if (isAsking(name)) show();
    else if (name === "logout") prepare();
    send(name as Parameters<typeof send>[0], subject);
  } else if (name === "close") closeOverlay();
  else if (name === "prepare") prepare();
  else if (name === "mount") mount(subject);
  else if (name === "on") on(subject as string, listener as Parameters<typeof on>[1]);
  else careCart.dropped++;
}

function receive({ source, origin, data }: MessageEvent) {
  if (!frame || source !== frame.contentWindow || origin !== home || !isFromFrame(data)) {
    careCart.dropped++;
    return;
  }
  if (data.type === "ready") {
    welcome(frame);
    closeButton.remove();
    enter();
    if (dialog.open) frame.focus();
    return;
  }
  if (data.type === "close" && place === dialog) return closeOverlay();
  if (data.type === "state") {
    learn(data);
    trackDepth(data.depth);
    if (place !== dialog) frame.style.height = `${data.height}px`;
  }
  const { cart: _version, type, ...payload } = data;
  const isWanted = emit(type, payload);
  if (isWanted && data.type === "content-link" && isOwnPath(data.path, location.origin)) location.assign(data.path);
}

on("logout", forgetHers);
addEventListener("message", receive);
addEventListener("popstate", ({ state }) => travel(state as Parameters<typeof travel>[0], show));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) greet();
});

const waiting = callsOf(careCart);
careCart.q = {
  push(call: Call) {
    const parts = Array.from(call);
    whenSettled(() => {
      try {
        obey(parts);
      } catch {
        careCart.dropped++;
      }
    }, parts[0] === "on");
  },
};
waiting.forEach((call) => careCart.q.push(call));
