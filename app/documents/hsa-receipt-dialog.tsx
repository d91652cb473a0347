import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { account } from "#contract/account.ts";
import { ReceiptForm } from "./receipt-form.tsx";

/** Her receipt of a year, for the administrator of her HSA or FSA. */
export default function HsaReceiptDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const user = useQuery(queryOf(account.user, {}));
  return (
    <Dialog
      title="Download HSA Receipt"
      description="It lists what you paid for in a year, the way HSA and FSA plans ask for it."
      open={open}
      onOpenChange={onOpenChange}
    >
      {user.data ? <ReceiptForm user={user.data} /> : user.error ? <LoadError query={user} /> : <Skeleton count={3} />}
    </Dialog>
  );
}
