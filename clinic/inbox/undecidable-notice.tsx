import { useQuery } from "@tanstack/react-query";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import { formatList } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";

/** “3 patients in TX and 1 in NV”. */
export const waitingWhere = (items: readonly { readonly state: string; readonly patients: number }[]): string =>
  formatList(
    items.map(({ state, patients }, index) =>
      index > 0 ? `${patients} in ${state}` : `${patients === 1 ? "1 patient" : `${patients} patients`} in ${state}`,
    ),
  );

/** At the top of the inbox: what waits in states where nobody who is here may decide. It isn't anybody's next. */
export function UndecidableNotice() {
  const permissions = usePermissions();
  const reads = permits(permissions, care.undecidable.access.needs);
  const { data } = useQuery({ ...queryOf(care.undecidable, {}), enabled: reads, refetchInterval: 60_000 });
  if (!data || data.items.length === 0) return null;
  return (
    <Alert tone="warning" title="Nobody may decide for these patients today">
      {waitingWhere(data.items)} {data.items.length === 1 && data.items[0]?.patients === 1 ? "waits" : "wait"} for a
      doctor who is licensed there, isn’t away, and has somebody who decides in their name. An administrator can change
      that under Team.
    </Alert>
  );
}
