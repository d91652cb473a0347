import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import type { Work } from "./claim-of.ts";
import { createClaim } from "./claim.ts";
import { useLookEvery } from "./use-work-changes.ts";

/** How often an open page looks who works on what where the server can't tell of a change, ms. */
const lookEveryMs = 5_000;
/** How often the claim of an open page is renewed, ms: it outlasts two renewals that fail. */
const renewEveryMs = (staffLimits.claimMinutes / 4) * 60_000;

/** What is claimed now, and by whom. */
export function useClaims() {
  const lookEvery = useLookEvery(lookEveryMs);
  return useQuery({
    queryKey: queryKey(staffWorkCalls.claims),
    queryFn: ({ signal }) => call(staffWorkCalls.claims, {}, { signal, background: true }),
    refetchInterval: lookEvery,
  });
}

/** Claims a work item while its page is open and `working`, and releases it afterwards. */
export function useClaim(work: Work, working: boolean) {
  const { id: memberId } = useMember();
  const cache = useQueryClient();
  const [claim] = useState(() => createClaim(call, work, memberId));
  const state = useSyncExternalStore(claim.subscribe, claim.get, claim.get);
  const { data } = useClaims();
  const visible = usePageVisible();
  const renew = useEffectEvent(() => visible && void claim.renew());
  useEffect(() => {
    if (!working) return;
    void claim.claim();
    const timer = setInterval(() => renew(), renewEveryMs);
    return () => {
      clearInterval(timer);
      void claim.release();
    };
  }, [claim, working]);
  useEffect(() => {
    if (working && data) claim.see(data.items);
  }, [claim, working, data]);
  return {
    ...state,
    lost: claim.lost,
    takeOver: async (): Promise<void> => {
      await claim.takeOver();
      // The list that was read before still names whoever had it.
      void cache.resetQueries({ queryKey: queryKey(staffWorkCalls.claims) });
    },
  };
}
