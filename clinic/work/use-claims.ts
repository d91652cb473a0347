import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import type { Work } from "./claim-of.ts";
import { createHold } from "./hold-claim.ts";
import { useLookEvery } from "./use-work-changes.ts";

/** How often an open page looks who works on what where the server can't tell of a change, ms. */
const lookEveryMs = 5_000;
/** How often a page that works on something says so; a claim lasts longer. */
const keepEveryMs = 4 * 60_000;

/** What is claimed now, and by whom. */
export function useClaims() {
  const lookEvery = useLookEvery(lookEveryMs);
  return useQuery({
    queryKey: queryKey(staffWorkCalls.claims),
    queryFn: ({ signal }) => call(staffWorkCalls.claims, {}, { signal, background: true }),
    refetchInterval: lookEvery,
  });
}

/** Claims something while its page is open and `working`, and lets go of it afterwards. */
export function useHold(work: Work, working: boolean) {
  const { id: memberId } = useMember();
  const [hold] = useState(() => createHold(call, work, memberId));
  const state = useSyncExternalStore(hold.subscribe, hold.get, hold.get);
  const { data } = useClaims();
  const visible = usePageVisible();
  const keep = useEffectEvent(() => visible && void hold.keep());
  useEffect(() => {
    if (!working) return;
    void hold.claim();
    const timer = setInterval(() => keep(), keepEveryMs);
    return () => {
      clearInterval(timer);
      void hold.release();
    };
  }, [hold, working]);
  useEffect(() => {
    if (working && data) hold.see(data.items);
  }, [hold, working, data]);
  return { hold, state };
}
