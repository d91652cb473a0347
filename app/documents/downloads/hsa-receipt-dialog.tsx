import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { account } from "#contract/account/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { ReceiptForm } from "./receipt-form.tsx";

/** The patient's receipt of a year, for the administrator of their HSA or FSA. */
export default function HsaReceiptDialog({
  patientId,
  open,
  onOpenChange,
}: {
  /** Of an account that was merged into the patient's; left out for their own. */
  patientId?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const user = useQuery(queryOf(account.user, {}));
  const available = useQuery(queryOf(documents.available, {}));
  const failed = [user, available].find(({ error, data }) => error && !data);
  return (
    <Dialog
      title="Download HSA Receipt"
      description="It lists what you paid for in a year, the way HSA and FSA plans want to see it."
      open={open}
      onOpenChange={onOpenChange}
    >
      {user.data && available.data ? (
        <ReceiptForm user={user.data} id={patientId ?? user.data.id} years={available.data.years} />
      ) : failed ? (
        <LoadError query={failed} />
      ) : (
        <Skeleton shape="row" count={3} />
      )}
    </Dialog>
  );
}
