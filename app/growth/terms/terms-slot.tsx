import { Suspense } from "react";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { mustAcceptTerms } from "./must-accept-terms.ts";

const NewTerms = lazyRoute<{ main: string }>(() => import("./new-terms.tsx")).Part;

/**
 * Slot for the terms card, for the few patients who must accept new terms (spec §4). `main` is the id of the element that takes the focus
 * afterwards.
 */
export function TermsSlot({ main }: { main: string }) {
  const { record } = useSession();
  // A patient whose visit was stopped reads that first.
  if (!mustAcceptTerms(record, settings.brand.timezone) || record?.stop) return null;
  return (
    <Suspense fallback={null}>
      <NewTerms main={main} />
    </Suspense>
  );
}
