import type { Content } from "#content/loader/load.ts";

/** The time zone of a patient's doses: that of the state they live in, else the practice's. */
export const patientTimezone = ({ states, brand }: Pick<Content, "states" | "brand">, state: string | null): string =>
  states.find(({ id }) => id === state)?.timezone ?? brand.timezone;
