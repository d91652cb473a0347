import { useEffect, useEffectEvent, useState } from "react";

/**
 * What an address asks for, by a link or a press that came too early: it begins once everything it shows is known. `begin` sets state, within the render
 * that knows it; `begun` follows on the screen, where it puts the focus and takes it out of the address.
 */
export function useAskedInAddress<Asked>(
  asked: Asked | null,
  isKnown: boolean,
  { begin, begun }: { readonly begin: (asked: Asked) => void; readonly begun: (asked: Asked) => void },
): void {
  const [last, setLast] = useState<Asked | null>(null);
  if (isKnown && JSON.stringify(asked) !== JSON.stringify(last)) {
    setLast(asked);
    if (asked !== null) begin(asked);
  }
  const follow = useEffectEvent(begun);
  useEffect(() => {
    if (last !== null) follow(last);
  }, [last]);
}
