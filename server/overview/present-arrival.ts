import type { Content } from "#content/loader/load.ts";
import type { Arrival, FirstDose as PresentedFirstDose } from "#contract/treatment/next-step.ts";
import type { FirstDose } from "#server/wellbeing/public.ts";

type ArrivalContent = Pick<Content, "arrival">;

/** What home says of the medicines a patient is to begin; null where there are none. */
export function presentArrival(
  content: ArrivalContent,
  toBegin: readonly FirstDose[],
): (Arrival & { readonly title: string }) | null {
  if (toBegin.length === 0) return null;
  const { weeks, expect } = content.arrival;
  const expected = expect.filter(({ category }) =>
    toBegin.some(({ product }) => product.categories.includes(category)),
  );
  return {
    title: titleOf(content, toBegin),
    medicines: toBegin.map((each) => presentFirstDose(content, each)),
    pair: pairText(content, toBegin),
    expect: (["first", "fourth", "eighth"] as const).map((week) => ({
      when: weeks[week],
      texts: expected.map((each) => each[week]),
    })),
    urgent: expected.flatMap(({ urgent }) => urgent ?? []),
  };
}

const formOf = ({ arrival }: ArrivalContent, { product }: FirstDose) =>
  arrival.forms.find(({ form }) => form === product.form);

/** One sentence, where it is true of all of them. */
function titleOf(content: ArrivalContent, toBegin: readonly FirstDose[]): string {
  const { titles } = content.arrival;
  const each = toBegin.map((medicine) =>
    medicine.directions === null ? (formOf(content, medicine)?.title ?? titles.different) : titles.doctor,
  );
  const [first = titles.different, ...others] = new Set(each);
  return others.length === 0 ? first : titles.different;
}

function presentFirstDose(content: ArrivalContent, medicine: FirstDose): PresentedFirstDose {
  const { prescriptionId: id, product, directions, canBeNoted, day } = medicine;
  const form = formOf(content, medicine);
  return {
    id,
    name: product.name,
    dosage: product.strength,
    image: product.picture,
    steps: directions === null ? [...(form?.steps ?? [product.howtouse])] : [directions],
    done: canBeNoted ? (form?.done ?? null) : null,
    day,
  };
}

/** How an estrogen and a progestogen are begun together; what a doctor wrote in their own words comes before it. */
function pairText({ arrival }: ArrivalContent, toBegin: readonly FirstDose[]): string | null {
  const of = (category: FirstDose["product"]["categories"][number]) =>
    toBegin.filter(({ product }) => product.categories.includes(category));
  const [estrogens, progestogens] = [of("systemic_estrogen"), of("progestogen")];
  if (estrogens.length === 0 || progestogens.length === 0) return null;
  const isByLabel = [...estrogens, ...progestogens].every(({ directions }) => directions === null);
  return isByLabel ? arrival.pair.nightly : arrival.pair.doctor;
}
