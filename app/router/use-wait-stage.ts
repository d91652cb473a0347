import { useEffect, useState } from "react";

const slowMs = 300;
const longMs = 5000;

/** How long a wait has taken: `quick` shows nothing, `slow` a loading state, `long` a text. */
type WaitStage = "quick" | "slow" | "long";

/** The current wait and its stage. */
let currentWait: { readonly waitKey: string; readonly stage: WaitStage } | null = null;

/**
 * The stage of a wait, restarted whenever `waiting` becomes true. A wait that follows another with the same `waitKey` continues its stage, so that
 * what is shown does not flicker.
 */
export function useWaitStage(waiting: boolean, waitKey?: string): WaitStage {
  const [stage, setStage] = useState<WaitStage>(() =>
    waitKey !== undefined && currentWait?.waitKey === waitKey ? currentWait.stage : "quick",
  );
  useEffect(() => {
    if (!waiting || waitKey === undefined) return;
    currentWait = { waitKey, stage };
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
