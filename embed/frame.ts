import type { Command, FromFrame, SavedCart, ToFrame } from "#contract/cart/frame.ts";
import { isPatientCookie, nextCommandNumber, toCommand, commandsAfter } from "./commands.ts";
import { element } from "./element.ts";
import { readSavedCart, writeSavedCart } from "./saved-cart.ts";
import { makeNotice } from "./load-failed-notice.ts";
import { isVisitorCommand } from "./command-queue.ts";
import { appOrigin, isSandboxed, title } from "./script-tag.ts";

type State = Extract<FromFrame, { type: "state" }>;

/** The longest wait for the frame's first word, in ms. */
const loadTimeoutMs = 20_000;
/** How long after a page has arrived in the frame its word may come, in ms: the two travel apart. An error page has none. */
const readyGraceMs = 2000;

/** Each token has its reason in docs/embed.md. */
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation";

export let frame: HTMLIFrameElement | undefined;
/** The frame's last news. */
export let state: State | undefined;

let isReady = false;
/** The page in the frame has spoken, and the frame has not yet told of its arrival. */
let hasReportedReady = false;
/** Runs while a page that has arrived has not spoken. */
let readyTimer: ReturnType<typeof setTimeout> | undefined;
let isMounted = false;
let saved: SavedCart | null = readSavedCart();
let lastNumber = 0;
let pending: Command[] = [];
/** Cookies of the page by name. A frame of another site cannot keep them, so one that reloaded is told again. */
const cookies = new Map<string, Command>();

/**
 * A new frame, unseen until it is ready; `mounted` in the flow of the page. One that says nothing in time, or after its reload,
 * gives way to a notice; `lost` is told.
 */
export function makeFrame(mounted: boolean, onLoadFailed: () => void): HTMLIFrameElement {
  const iframe = element("iframe", {
    src: `${appOrigin}/cart`,
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

/** Did the frame speak, or is there a notice in its place? */
export const isLoaded = (): boolean => isReady || !frame;

/** Sends the command once the frame listens, and again to a reloaded one, until the frame says that it has carried it out. */
export function send(type: Command["type"], payload: unknown): void {
  lastNumber = nextCommandNumber(Math.max(lastNumber, saved?.seen ?? 0), Date.now());
  const command = toCommand(type, lastNumber, payload);
  pending.push(command);
  if (command.type === "cookie") cookies.set(command.name, command);
  if (isReady) post(command);
}

/** The frame has loaded, for the first time or again. */
export function onReady(iframe: HTMLIFrameElement): void {
  isReady = true;
  hasReportedReady = !readyTimer;
  clearTimeout(readyTimer);
  readyTimer = undefined;
  iframe.style.visibility = "visible";
  sendHello();
  for (const cookie of cookies.values()) if (!pending.includes(cookie)) send("cookie", cookie);
}

/** Tells the frame what is kept for it, which another page of this tab may have changed, and what it has still to carry out. */
export function sendHello(): void {
  if (!isReady) return;
  saved = readSavedCart() ?? saved;
  post({ cart: 1, type: "hello", kept: saved, ...(isMounted && { mounted: true }) });
  pending.forEach(post);
}

/** Her session ended: a frame that reloads is not told her codes again. */
export function forgetPatientCookies(): void {
  for (const name of cookies.keys()) if (isPatientCookie(name)) cookies.delete(name);
}

export function applyState(newState: State): void {
  state = newState;
  saved = newState.kept;
  writeSavedCart(saved);
  pending = commandsAfter(pending, saved.seen);
}

const post = (message: ToFrame) => frame?.contentWindow?.postMessage(message, appOrigin);
