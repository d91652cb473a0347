import { Alert } from "#app/ui/feedback/alert.tsx";
import type { OrderItem } from "#contract/care/worklists.ts";

/** How the patient asked for the package, its caps and labels, for whoever packs and verifies. */
export function PackageAsked({ order: { dispensing } }: { order: OrderItem }) {
  const { name = null, plain = false, easyopen = null, largetype = false, language = null } = dispensing?.package ?? {};
  const asked = [
    name !== null && `The name on the package is ${name}.`,
    plain && "A plain package: nothing on it says who sends it.",
    easyopen,
    largetype && "Labels in large type.",
    language,
  ].filter(Boolean);
  if (asked.length === 0) return null;
  return (
    <Alert tone="warning" title="As the patient asked">
      {asked.join(" ")}
    </Alert>
  );
}
