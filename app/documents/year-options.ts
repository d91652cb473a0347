import type { SelectOption } from "#app/ui/forms/select.tsx";

export const yearOptions = (years: readonly number[]): SelectOption[] =>
  years.map(String).map((year) => ({ value: year, label: year }));
