import { useEffect, useState } from "react";

const slowMs = 300;
const longMs = 5000;

/** How long something is awaited: `quick` shows no sign of itself, `slow` shows that it loads, `long` needs a word. */
type Stage = "quick" | "slow" | "long";

/** What is awaited now, and how far the wait for it is. */
let present: { readonly what: string; readonly stage: Stage } | null = null;

/**
 * The stage of a wait, which begins anew whenever `waiting` becomes true. One that takes over from another for the same thing, `what`,
 * goes on from there, so that what showed does not go for a moment.
 */
export function useStage(waiting: boolean, what?: string): Stage {
  const [stage, setStage] = useState<Stage>(() =>
    what !== undefined && present?.what === what ? present.stage : "quick",
  );
  useEffect(() => {
    if (!waiting || what === undefined) return;
    present = { what, stage };
    return () => {
      present = null;
    };
  }, [waiting, what, stage]);
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
