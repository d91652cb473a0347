/** “Estradiol patch 0.05 mg/day”: two strengths of a medicine are never told apart by its name alone. */
export const medicineName = ({ name, dosage }: { readonly name: string; readonly dosage: string }): string =>
  `${name} ${dosage}`.trim();
