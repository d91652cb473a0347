import { useEffect, useState } from "react";

const slowMs = 300;
const longMs = 5000;

/** How long something is awaited: `quick` shows no sign of itself, `slow` shows that it loads, `long` needs a word. */
type WaitStage = "quick" | "slow" | "long";

/** What is awaited now, and how far the wait for it is. */
let currentWait: { readonly what: string; readonly stage: WaitStage } | null = null;

/**
 * The stage of a wait, which begins anew whenever `waiting` becomes true. One that takes over from another for the same thing, `what`,
 * goes on from there, so that what showed does not go for a moment.
 */
export function useWaitStage(waiting: boolean, waitKey?: string): WaitStage {
  const [stage, setStage] = useState<WaitStage>(() =>
    waitKey !== undefined && currentWait?.what === waitKey ? currentWait.stage : "quick",
  );
  useEffect(() => {
    if (!waiting || waitKey === undefined) return;
    currentWait = { what: waitKey, stage };
    return () => {
      currentWait = null;
    };
  }, [waiting, waitKey, stage]);
  useEffect(() => {
    if (!waiting) return;
    const slow = () => setStage((now) => (now === "quick" ? "slow" : now));
    const timers = [setTimeout(slow, slowMs), setTimeout(() => setStage("long"), longMs)];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setStage("quick");
    };
  }, [waiting]);
  return waiting ? stage : "quick";
}
