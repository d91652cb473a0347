/** What is wrong with the first day of a medicine, as it's picked; null where nothing is, or none is picked. The server knows the latest one. */
export const startDayProblem = (day: string, today: string): string | null =>
  day !== "" && day <= today ? "Choose a day after today." : null;
