import { navigate } from "wouter/use-browser-location";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { Claim } from "#contract/staff/work.ts";
import { useMember } from "#clinic/session/current.ts";
import { casePath } from "#clinic/work/case-keys.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { useWaiting } from "#clinic/work/use-inbox.ts";

/**
 * The patient whose case comes after this one among the plans to decide, or before it: this person may decide it, and nobody else works on it. Null when there is none. From a case that is no longer
 * in the list, the most urgent one comes next.
 */
export function neighbourCase(
  plans: readonly Pick<InboxItem, "maydecide" | "patient">[],
  claims: readonly Claim[],
  { patientId, memberId, by = 1 }: { readonly patientId: string; readonly memberId: string; readonly by?: 1 | -1 },
): string | null {
  // Where somebody is stays in the list, so that the next one is the one after it.
  const isOwn = ({ maydecide, patient }: (typeof plans)[number]) => maydecide || patient?.id === patientId;
  const ids = plans.filter(isOwn).flatMap(({ patient }) => patient?.id ?? []);
  const at = ids.indexOf(patientId);
  const around =
    by === 1 ? [...ids.slice(at + 1), ...(at > 0 ? ids.slice(0, at) : [])] : ids.slice(0, Math.max(at, 0)).toReversed();
  const isFree = (id: string) => {
    const claim = claimOf(claims, { kind: "case", id });
    return claim === null || claim.memberid === memberId;
  };
  return around.find(isFree) ?? null;
}

/** The cases before and after this one in the inbox. */
export function useNeighbours(patientId: string) {
  const { id: memberId } = useMember();
  const plans = useWaiting("plan");
  const claims = useClaims().data?.items ?? [];
  const neighbour = (by: 1 | -1) => neighbourCase(plans, claims, { patientId, memberId, by });
  const goTo = (id: string | null) => navigate(id ? casePath(id) : "/clinic/inbox");
  return {
    /** To the inbox where there is none. */
    goToNext: () => goTo(neighbour(1)),
    step: (by: 1 | -1) => {
      const id = neighbour(by);
      if (id !== null) goTo(id);
    },
  };
}
