import { useEffect, useState } from "react";
import css from "./lock-countdown.module.css";

/** From when on the coming lock is shown, seconds. */
const shownFrom = 60;

/** Whole seconds until the lock, null while it is further away. */
export function secondsToLock(locksat: string | null, now: number): number | null {
  if (locksat === null) return null;
  const seconds = Math.ceil((Date.parse(locksat) - now) / 1000);
  return seconds <= shownFrom ? Math.max(0, seconds) : null;
}

/** Says in the last minute that the page is about to lock. */
export function LockCountdown({
  locksat,
  now,
  onStay,
}: {
  locksat: string | null;
  now: () => number;
  onStay: () => void;
}) {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setSeconds(secondsToLock(locksat, now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [locksat, now]);
  return (
    <div className={css["place"]}>
      <output className="visually-hidden">
        {seconds !== null && "This page locks in less than a minute. Press Stay to keep it open."}
      </output>
      {seconds !== null && (
        <p className={css["notice"]}>
          <span>
            Locks in <b>{seconds} s</b>
          </span>
          <button type="button" onClick={onStay}>
            Stay
          </button>
        </p>
      )}
    </div>
  );
}
