import type { Command, FromFrame, Kept, ToFrame } from "#contract/frame.ts";
import { isHers, numberAfter, toCommand, unseen } from "./commands.ts";
import { element } from "./element.ts";
import { readKept, writeKept } from "./kept.ts";
import { makeNotice } from "./notice.ts";
import { isAsking } from "./queue.ts";
import { home, isSandboxed, title } from "./tag.ts";

type State = Extract<FromFrame, { type: "state" }>;

/** The longest wait for the frame's first word, in ms. */
const patience = 20_000;
/** How long after a page has arrived in the frame its word may come, in ms: the two travel apart. An error page has none. */
const grace = 2000;

/** Each token has its reason in docs/embed.md. */
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation";

export let frame: HTMLIFrameElement | undefined;
/** The frame's last news. */
export let state: State | undefined;

let isReady = false;
/** The page in the frame has spoken, and the frame has not yet told of its arrival. */
let isHeard = false;
/** Runs while a page that has arrived has not spoken. */
let silence: ReturnType<typeof setTimeout> | undefined;
let isMounted = false;
let kept: Kept | null = readKept();
let last = 0;
let pending: Command[] = [];
/** Cookies of the page by name. A frame of another site cannot keep them, so one that reloaded is told again. */
const cookies = new Map<string, Command>();

/**
 * A new frame, unseen until it is ready; `mounted` in the flow of the page. One that says nothing in time, or after its reload,
 * gives way to a notice; `lost` is told.
 */
export function makeFrame(mounted: boolean, lost: () => void): HTMLIFrameElement {
  const made = element("iframe", {
    src: `${home}/cart`,
    title,
    allow: "payment",
    referrerPolicy: "no-referrer",
    style: "display:block;width:100%;height:100%;border:0;visibility:hidden",
  });
  if (isSandboxed) made.sandbox = sandbox;
  frame = made;
  state = undefined;
  isMounted = mounted;
  isReady = isHeard = false;
  const giveUp = () => {
    if (frame !== made) return;
    frame = state = silence = undefined;
    pending = pending.filter(({ type }) => !isAsking(type));
    made.replaceWith(makeNotice());
    lost();
  };
  setTimeout(() => isReady || giveUp(), patience);
  made.onload = () => {
    if (!isHeard) silence = setTimeout(giveUp, grace);
    isHeard = false;
  };
  return made;
}

/** Did the frame speak, or is there a notice in its place? */
export const isLoaded = (): boolean => isReady || !frame;

/** Sends the command once the frame listens, and again to a reloaded one, until the frame says that it has carried it out. */
export function send(type: Command["type"], payload: unknown): void {
  last = numberAfter(Math.max(last, kept?.seen ?? 0), Date.now());
  const command = toCommand(type, last, payload);
  pending.push(command);
  if (command.type === "cookie") cookies.set(command.name, command);
  if (isReady) post(command);
}

/** The frame has loaded, for the first time or again. */
export function welcome(made: HTMLIFrameElement): void {
  isReady = true;
  isHeard = !silence;
  clearTimeout(silence);
  silence = undefined;
  made.style.visibility = "visible";
  greet();
  for (const cookie of cookies.values()) if (!pending.includes(cookie)) send("cookie", cookie);
}

/** Tells the frame what is kept for it, which another page of this tab may have changed, and what it has still to carry out. */
export function greet(): void {
  if (!isReady) return;
  kept = readKept() ?? kept;
  post({ cart: 1, type: "hello", kept, ...(isMounted && { mounted: true }) });
  pending.forEach(post);
}

/** Her session ended: a frame that reloads is not told her codes again. */
export function forgetHers(): void {
  for (const name of cookies.keys()) if (isHers(name)) cookies.delete(name);
}

export function learn(news: State): void {
  state = news;
  kept = news.kept;
  writeKept(kept);
  pending = unseen(pending, kept.seen);
}

const post = (message: ToFrame) => frame?.contentWindow?.postMessage(message, home);
