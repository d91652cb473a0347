import { formatList } from "#contract/fields/formats.ts";
import { useEffect, useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import { fetchOnboardingRecord } from "#app/router/load-record.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import type { CatalogueProduct } from "#contract/onboarding.ts";
import { useLeaveWidget } from "./use-leave.ts";

/** Where somebody gets a prescription: with a visit, or, once hers is done, from her treatment. */
const prescriptionLinks = {
  visit: { href: "/eligibility", label: "Start your visit", hint: "New here? Start with a visit." },
  treatment: { href: "/treatment", label: "See your treatment", hint: "Your treatment shows what is approved." },
};

/** Says before checkout that a prescription item needs a doctor's approval, and where to get it. */
export default function PrescriptionNeeded({ products }: { products: readonly CatalogueProduct[] }) {
  const { href, label, hint } = prescriptionLinks[useVisitDone() ? "treatment" : "visit"];
  const { leaving, problem, go: leaveFor } = useLeaveWidget();
  const names = [...new Set(products.map(({ name }) => name))];
  return (
    <>
      <Alert
        kind="info"
        title="Prescription needed"
        actions={
          <Button
            variant="secondary"
            busy={leaving !== null}
            busyLabel="One moment"
            onClick={() => void leaveFor(href)}
          >
            {label}
          </Button>
        }
      >
        {formatList(names)}: you can order this here once our doctor has approved it for you. {hint}
      </Alert>
      {problem && <Alert kind="warning">{problem}</Alert>}
    </>
  );
}

/** Is she a patient whose visit is done? Not as long as nobody knows. */
function useVisitDone(): boolean {
  const [done, setDone] = useState(false);
  const { token } = useSession();
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    fetchOnboardingRecord().then(
      (record) => current && setDone(record?.onboardingstatus === "DONE"),
      // She still reads how to begin, and the page she comes to knows her.
      () => null,
    );
    return () => void (current = false);
  }, [token]);
  return done && token !== null;
}
