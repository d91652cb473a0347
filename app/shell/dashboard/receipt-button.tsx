import { lazyRoute } from "#app/router/lazy-component.tsx";
import { ReceiptIcon } from "#app/ui/brand/app-icons.tsx";
import { HeaderDialogButton } from "../dialog-tool.tsx";

const HsaReceiptDialog = lazyRoute(() => import("#app/documents/downloads/hsa-receipt-dialog.tsx")).Part;

/** Opens the dialog of the HSA receipt (spec §2.3). */
export const ReceiptButton = () => (
  <HeaderDialogButton label="HSA receipt" title="HSA receipt" icon={<ReceiptIcon />} dialog={HsaReceiptDialog} />
);
