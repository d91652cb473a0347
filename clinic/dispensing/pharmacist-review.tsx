import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#clinic/api/query.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { bySeverity } from "#clinic/care/rule-severity.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { care } from "#contract/care/calls.ts";
import type { PharmacistReview as Review } from "#contract/care/dispensing.ts";

/** What a pharmacist looks at before an order is packed. */
export function PharmacistReview({ orderId }: { orderId: string }) {
  const review = useQuery(queryOf(care.pharmacistReview, { params: { id: orderId } }));
  return (
    <QueryContent query={review} rows={3}>
      {({ allergies, othermedicines, medicines, flags, otherrecords }) => (
        <>
          <Facts as="rows">
            <Fact name="Allergies">{allergies ?? "Never asked"}</Fact>
            <Fact name="Also takes">{alsoTakesText(othermedicines)}</Fact>
            <Fact name="From here">{medicines.map(fromHereText).join("; ") || "Nothing is prescribed now"}</Fact>
          </Facts>
          {otherrecords.map((other) => (
            <Stack key={other.patientid} gap={1}>
              <p>
                <b>From another record of this person.</b> What’s there counts, too. The patient learns nothing of it.
              </p>
              <Facts as="rows">
                <Fact name="Allergies">{other.allergies ?? "Never asked"}</Fact>
                <Fact name="Also takes">{alsoTakesText(other.othermedicines)}</Fact>
                <Fact name="From here">
                  {other.medicines.map((each) => fromHereText({ ...each, inorder: true })).join("; ") ||
                    "Nothing is prescribed now"}
                </Fact>
              </Facts>
            </Stack>
          ))}
          <RuleList rules={bySeverity(flags)} label="What the rules say of this order" />
        </>
      )}
    </QueryContent>
  );
}

/** What else a patient takes, in a line. */
export const alsoTakesText = (told: Review["othermedicines"]): string =>
  told
    .map(({ answer }) => answer.trim())
    .filter((answer) => answer !== "")
    .join("; ") || "Nothing told";

/** A medicine prescribed here, and what matters of it for this order. */
export const fromHereText = (
  medicine: Pick<Review["medicines"][number], "name" | "dosage" | "onhold" | "inorder">,
): string =>
  [medicineName(medicine), medicine.onhold && "on hold", !medicine.inorder && "not in this order"]
    .filter(Boolean)
    .join(", ");
