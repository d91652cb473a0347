import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

/** Checks that ids, codes and steps are unique. */
export function checkUnique(content: Checked): void {
  const { questionnaire, rules, requirements, catalogue, interstitials, demo } = content;
  const { products } = catalogue;
  unique("questionnaire", ids(questionnaire.screens));
  unique("questionnaire", ids(questionnaire.questions));
  unique(
    "questionnaire/questionnaire.yaml",
    questionnaire.sections.map((section) => `step ${section.step}`),
  );
  unique("rules", ids([...rules, ...requirements]));
  unique("catalogue/forms.yaml", ids(catalogue.forms));
  unique("catalogue", [
    ...products.map((product) => product.productid),
    ...products.flatMap((product) => product.pricings.map((each) => each.pricingid)),
  ]);
  unique("states.yaml", ids(content.states));
  unique(
    "coupons.yaml",
    content.coupons.map((coupon) => coupon.code),
  );
  unique(
    "flows.yaml",
    content.flows.map((flow) => flow.variant),
  );
  unique("consents", ids(content.consents));
  unique("doctors.yaml", ids(content.doctors));
  unique("help", ids(content.help));
  unique(
    "interstitials.yaml",
    interstitials.map((each) => `type ${each.type}`),
  );
  unique(
    "interstitials.yaml",
    interstitials.flatMap((each) => each.aftersteps.map((step) => `step ${step}`)),
  );
  for (const field of ["code", "name", "productid"] as const)
    unique(
      "upsells.yaml",
      content.upsells.map((offer) => offer[field]),
    );
  unique("demo.yaml", [...ids(demo.patients), ...demo.patients.map((patient) => patient.email)]);
}

function ids(items: readonly { readonly id: string }[]): string[] {
  return items.map((item) => item.id);
}

/** Fails for a value that appears twice in a file. */
export function unique(file: string, values: readonly string[]) {
  const duplicate = values.find((value, index) => values.indexOf(value) !== index);
  if (duplicate !== undefined) throw new ContentError(file, `${duplicate} appears twice`);
}
