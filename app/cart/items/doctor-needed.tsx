import { formatList } from "#contract/fields/formats.ts";
import { useEffect, useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import { fetchOnboardingRecord } from "#app/api/load-record.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { useLeaveWidget } from "../widget/use-leave-widget.ts";

/** Where to get a prescription: with a visit, or, once that is done, from the treatment page. */
const prescriptionLinks = {
  visit: { href: "/eligibility", label: "Start your visit", hint: "New here? Start with a visit." },
  treatment: { href: "/treatment", label: "See your treatment", hint: "Your treatment shows what’s approved." },
};

/** Says before checkout that a prescription item needs a doctor's approval, and where to get it. */
export default function PrescriptionNeeded({ products }: { products: readonly CatalogueProduct[] }) {
  const { href, label, hint } = prescriptionLinks[useVisitDone() ? "treatment" : "visit"];
  const { leaving, problem, go: leaveFor } = useLeaveWidget();
  const names = [...new Set(products.map(({ name }) => name))];
  return (
    <>
      <Alert
        tone="info"
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
      {problem && <Alert tone="warning">{problem}</Alert>}
    </>
  );
}

/** Whether the visitor is a patient whose visit is done; false while that is unknown. */
function useVisitDone(): boolean {
  const [done, setDone] = useState(false);
  const { token } = useSession();
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    fetchOnboardingRecord().then(
      (record) => current && setDone(record?.onboardingstatus === "DONE"),
      // The text about beginning a visit stays, and the linked page knows the patient.
      () => null,
    );
    return () => void (current = false);
  }, [token]);
  return done && token !== null;
}
