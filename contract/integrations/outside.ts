import * as z from "zod/mini";
import { EmptyBody, Moment } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";

/** One kind of answer by which an outside system fails now. */
export const OutsideFailure = z.object({
  /** Its name in the metrics and in the alarm's mail, like `login_refused`. */
  answer: z.string(),
  since: Moment,
  /** What it means and what to do about it, as the alarm's mail says. */
  todo: z.string(),
  /** When the practice was last mailed of it; null: no alarm is open. */
  alarmedat: z.nullable(Moment),
});
export type OutsideFailure = z.output<typeof OutsideFailure>;

/** A system outside of ours that this deployment uses. */
export const OutsideSystem = z.object({
  /** As the metrics name it, like `staff_sign_in`. */
  system: z.string(),
  /** As the alarm's mail names it. */
  name: z.string(),
  /** Empty: it works. Those the practice was mailed of come first. */
  failures: z.array(OutsideFailure),
});
export type OutsideSystem = z.output<typeof OutsideSystem>;

/** What asking a system showed. */
export const OutsideCheck = z.object({
  system: z.string(),
  /** What was asked of it, in words that follow its name. */
  checked: z.string(),
  /** What is wrong and what to do about it; null: it works. */
  todo: z.nullable(z.string()),
});
export type OutsideCheck = z.output<typeof OutsideCheck>;

/** Those that fail come first. */
const items = z.array(OutsideSystem);

export const outsideCalls = {
  outsideSystems: clinicCall("GET /clinic/outside", {
    summary: "The systems outside of ours that are used, like the mail server, and what fails now",
    access: { needs: ["read:keys"] },
    ok: z.object({ items }),
  }),
  probeOutside: clinicCall("POST /clinic/outside/probe", {
    summary: "Ask each outside system now whether it works; nobody is sent anything. Once in ten seconds",
    access: { needs: ["write:keys"] },
    body: EmptyBody,
    ok: z.object({
      items,
      /** Systems that can't be asked have none; how they work shows when they're used. */
      checks: z.array(OutsideCheck),
    }),
  }),
} as const;
