import { useEffect, useState } from "react";

const slowMs = 300;
const longMs = 5000;

/** How long something is awaited: `quick` shows no sign of itself, `slow` shows that it loads, `long` needs a word. */
type Stage = "quick" | "slow" | "long";

/** The stage of a wait, which begins anew whenever `waiting` becomes true. */
export function useStage(waiting: boolean): Stage {
  const [stage, setStage] = useState<Stage>("quick");
  useEffect(() => {
    if (!waiting) return;
    const timers = [setTimeout(() => setStage("slow"), slowMs), setTimeout(() => setStage("long"), longMs)];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setStage("quick");
    };
  }, [waiting]);
  return waiting ? stage : "quick";
}
