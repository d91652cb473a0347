import { dayIn } from "#contract/fields/formats.ts";
import type { Services } from "./services.ts";

/** Today in the practice's time zone, `YYYY-MM-DD`. */
export const clinicToday = ({ content, clock }: Pick<Services, "content" | "clock">): string =>
  dayIn(content.brand.timezone, clock.now());
