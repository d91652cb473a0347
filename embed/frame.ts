import type { Command, FromFrame, SavedCart, ToFrame } from "#contract/cart/frame.ts";
import { isPatientCookie, nextCommandNumber, toCommand, commandsAfter } from "./commands.ts";
import { element } from "./element.ts";
import { readSavedCart, writeSavedCart } from "./saved-cart.ts";
import { makeNotice } from "./load-failed-notice.ts";
import { isVisitorCommand } from "./command-queue.ts";
import { appOrigin, isSandboxed, title } from "./script-tag.ts";

type State = Extract<FromFrame, { type: "state" }>;

/** The longest wait for the frame's first message, in ms. */
const loadTimeoutMs = 20_000;
/** How long after the frame's load event its message may arrive, in ms: the two travel separately. An error page sends none. */
const readyGraceMs = 2000;

/** Each token has its reason in docs/embed.md. */
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation";

export let frame: HTMLIFrameElement | undefined;
/** The frame's last state. */
export let state: State | undefined;

let isReady = false;
/** The frame has sent `ready`, and its load event has not fired yet. */
let hasReportedReady = false;
/** Runs while a loaded page has not sent `ready`. */
let readyTimer: ReturnType<typeof setTimeout> | undefined;
let isMounted = false;
let saved: SavedCart | null = readSavedCart();
let lastNumber = 0;
let pending: Command[] = [];
/** Cookies of the page by name. A frame of another site cannot store them, so they are sent again after a reload. */
const cookies = new Map<string, Command>();

/**
 * A new frame, hidden until it is ready; `mounted` in the flow of the page. One that sends nothing in time, or after a reload, is replaced by a
 * notice; `onLoadFailed` is called.
 */
export function makeFrame(mounted: boolean, onLoadFailed: () => void): HTMLIFrameElement {
  const iframe = element("iframe", {
    // The frame has a night where the page around it has one.
    src: `${appOrigin}/cart${/dark/.test(getComputedStyle(document.body).colorScheme) ? "?night" : ""}`,
    title,
    allow: "payment",
    referrerPolicy: "no-referrer",
    style: "display:block;width:100%;height:100%;border:0;visibility:hidden",
  });
  if (isSandboxed) iframe.sandbox = sandbox;
  frame = iframe;
  state = undefined;
  isMounted = mounted;
  isReady = hasReportedReady = false;
  const showNotice = () => {
    if (frame !== iframe) return;
    frame = state = readyTimer = undefined;
    pending = pending.filter(({ type }) => !isVisitorCommand(type));
    iframe.replaceWith(makeNotice());
    onLoadFailed();
  };
  setTimeout(() => isReady || showNotice(), loadTimeoutMs);
  iframe.onload = () => {
    if (!hasReportedReady) readyTimer = setTimeout(showNotice, readyGraceMs);
    hasReportedReady = false;
  };
  return iframe;
}

/** Whether the frame has sent a message, or a notice has replaced it. */
export const isLoaded = (): boolean => isReady || !frame;

/** Sends the command once the frame listens, and again to a reloaded one, until the frame reports that it executed it. */
export function send(type: Command["type"], payload: unknown): void {
  lastNumber = nextCommandNumber(Math.max(lastNumber, saved?.lastcommand ?? 0), Date.now());
  const command = toCommand(type, lastNumber, payload);
  pending.push(command);
  if (command.type === "cookie") cookies.set(command.name, command);
  if (isReady) post(command);
}

/** The frame is ready, for the first time or after a reload. */
export function onReady(iframe: HTMLIFrameElement): void {
  isReady = true;
  hasReportedReady = !readyTimer;
  clearTimeout(readyTimer);
  readyTimer = undefined;
  iframe.style.visibility = "visible";
  sendHello();
  for (const cookie of cookies.values()) if (!pending.includes(cookie)) send("cookie", cookie);
}

/** Sends the frame its stored state, which another page of this tab may have changed, and the commands still to be executed. */
export function sendHello(): void {
  if (!isReady) return;
  saved = readSavedCart() ?? saved;
  post({ cart: 1, type: "hello", saved, ...(isMounted && { mounted: true }) });
  pending.forEach(post);
}

/** The session ended: a frame that reloads is not sent the patient's codes again. */
export function forgetPatientCookies(): void {
  for (const name of cookies.keys()) if (isPatientCookie(name)) cookies.delete(name);
}

export function applyState(newState: State): void {
  state = newState;
  saved = newState.saved;
  writeSavedCart(saved);
  pending = commandsAfter(pending, saved.lastcommand);
}

const post = (message: ToFrame) => frame?.contentWindow?.postMessage(message, appOrigin);
