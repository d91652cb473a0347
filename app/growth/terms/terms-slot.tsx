import { Suspense } from "react";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/api/settings.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { mustAcceptTerms } from "./must-accept-terms.ts";

const NewTerms = lazyRoute<{ main: string }>(() => import("./new-terms.tsx")).Part;

/** The place of the terms card, for the few who are asked (spec §4). `main` is the id of what gets the focus once she accepted. */
export function TermsSlot({ main }: { main: string }) {
  const { record } = useSession();
  // Somebody whose visit was stopped reads that first.
  if (!mustAcceptTerms(record, settings.brand.timezone) || record?.stop) return null;
  return (
    <Suspense fallback={null}>
      <NewTerms main={main} />
    </Suspense>
  );
}
