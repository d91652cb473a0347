import { useEffect, useEffectEvent } from "react";

/** While `wanted`, runs `again` each time the connection is back. */
export function useReconnect(again: () => void, wanted = true): void {
  const onReconnect = useEffectEvent(again);
  useEffect(() => {
    if (!wanted) return;
    const listener = () => onReconnect();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, [wanted]);
}
