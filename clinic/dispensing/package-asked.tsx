import { Alert } from "#app/ui/feedback/alert.tsx";
import type { LabelPart } from "#contract/care/packed-lines.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { formatList } from "#contract/fields/formats.ts";

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

const partNames: Readonly<Record<LabelPart, string>> = {
  patient: "the patient’s name or birthday",
  prescription: "the prescription",
  directions: "the directions",
  start: "the day it begins",
  cap: "the cap",
  type: "the size of the type",
  language: "the language",
};

/** What of a label is another than when its box was packed or verified, in words. */
export const labelChangeText = (changed: readonly LabelPart[]): string =>
  formatList(changed.map((part) => partNames[part]));

/** Of lines whose cap is to be another one than when they were packed, which one. */
export const capText = (order: OrderItem, changed: readonly LabelPart[]): string | null =>
  !changed.includes("cap")
    ? null
    : order.dispensing?.package.easyopen
      ? "The cap may be easy to open now."
      : "The cap has to be child-resistant now: nobody asks for another one any more.";
