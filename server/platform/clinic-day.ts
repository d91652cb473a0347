import type { Services } from "./services.ts";

/** Calendar day `YYYY-MM-DD` of a moment in a time zone. */
export const dayIn = (timezone: string, at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    at,
  );

/** Today where the practice is, `YYYY-MM-DD`. */
export const clinicDay = ({ content, clock }: Pick<Services, "content" | "clock">): string =>
  dayIn(content.brand.timezone, clock.now());
