import type { InboxItem } from "#clinic/work/queues.ts";
import type { Claim } from "#contract/staff/work.ts";
import { claimOf } from "#clinic/work/claim-of.ts";

const isCase = ({ queue }: InboxItem): boolean => queue === "incoming" || queue === "accepted";

/**
 * The patient whose case comes after this one in the inbox, or before it: this person may decide it, and nobody else works on it. Null when there is none. From a case that is no longer
 * in the list, the most urgent one comes next.
 */
export function neighbourCase(
  items: readonly InboxItem[],
  claims: readonly Claim[],
  { patientId, memberId, by = 1 }: { readonly patientId: string; readonly memberId: string; readonly by?: 1 | -1 },
): string | null {
  // Where somebody is stays in the list, so that the next one is the one after it.
  const isOwn = ({ maydecide, patient }: InboxItem) => maydecide !== false || patient?.id === patientId;
  const ids = items.filter((item) => isCase(item) && isOwn(item)).flatMap(({ patient }) => patient?.id ?? []);
  const at = ids.indexOf(patientId);
  const around =
    by === 1 ? [...ids.slice(at + 1), ...(at > 0 ? ids.slice(0, at) : [])] : ids.slice(0, Math.max(at, 0)).toReversed();
  const isFree = (id: string) => {
    const claim = claimOf(claims, { kind: "case", id });
    return claim === null || claim.memberid === memberId;
  };
  return around.find(isFree) ?? null;
}
