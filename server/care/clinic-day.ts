import type { Services } from "#server/platform/services.ts";
import { dayIn } from "#server/store/public.ts";

/** Today where the practice is, `YYYY-MM-DD`. */
export const clinicDay = ({ content, clock }: Pick<Services, "content" | "clock">): string =>
  dayIn(content.brand.timezone, clock.now());
