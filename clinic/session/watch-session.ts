import type { StaffSessionStore } from "./session.ts";

/** How often an open page asks whether its session still is: somebody who was disabled is out within five seconds. */
export const watchEveryMs = 4000;
/** Somebody who types without calling anything is using the session: the server hears of it at most this often. */
const extendEveryMs = 60_000;

/**
 * What one look at the session does. `lock` by this page's own clock, so that it locks offline as well; `extend` tells the server that somebody is
 * here; `ask` only asks.
 */
export function nextLook({
  now,
  locksAt,
  lastInputAt,
  lastExtendedAt,
}: {
  now: number;
  locksAt: number | null;
  lastInputAt: number;
  lastExtendedAt: number;
}): "lock" | "extend" | "ask" {
  if (locksAt !== null && now >= locksAt) return "lock";
  return lastInputAt > lastExtendedAt && now - lastExtendedAt >= extendEveryMs ? "extend" : "ask";
}

/** Follows the session while the page is open: its end, its lock, other tabs. Returns a function that stops it. */
export function watchSession(
  session: StaffSessionStore,
  now: () => number,
  channel: BroadcastChannel | null,
): () => void {
  let [lastInputAt, lastExtendedAt] = [now(), now()];
  const noteInput = () => {
    lastInputAt = now();
  };
  const look = () => {
    const { stage, session: current } = session.get();
    if (stage !== "open" && stage !== "locked") return;
    const locksAt = stage === "open" && current?.locksat ? Date.parse(current.locksat) : null;
    const next = nextLook({ now: now(), locksAt, lastInputAt, lastExtendedAt });
    if (next === "lock") return void session.lock();
    if (next === "extend") lastExtendedAt = now();
    void session.refresh(next === "extend" && stage === "open");
  };
  const timer = setInterval(look, watchEveryMs);
  const onVisible = () => document.visibilityState === "visible" && look();
  const onMessage = () => void session.refresh();
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, noteInput, { passive: true });
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("pageshow", look);
  addEventListener("online", look);
  channel?.addEventListener("message", onMessage);
  return () => {
    clearInterval(timer);
    for (const event of ["keydown", "pointerdown"]) removeEventListener(event, noteInput);
    document.removeEventListener("visibilitychange", onVisible);
    removeEventListener("pageshow", look);
    removeEventListener("online", look);
    channel?.removeEventListener("message", onMessage);
  };
}
