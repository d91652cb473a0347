import * as z from "zod/mini";

export const EmergencyPhone = z.object({ label: z.string(), href: z.string() });

/** Whether a link is a phone or text-message link. */
export const isPhoneLink = (href: string): boolean => /^(?:tel|sms):/.test(href);

/** What to do with medicine of one kind that a patient has at home. */
export const MedicineAdvice = z.object({ names: z.array(z.string()), text: z.string() });
export type MedicineAdvice = z.output<typeof MedicineAdvice>;

/** The text describes an emergency: whom to contact. Wording is content. */
export const Emergency = z.object({
  /** Whom to contact first. */
  kind: z.enum(["911", "988"]),
  title: z.string(),
  text: z.string(),
  /** Phone links, the first one most prominent: `tel:` and `sms:`. */
  phones: z.array(EmergencyPhone),
  /** For a patient in care, shown where there is room for it. */
  athome: z.optional(z.array(MedicineAdvice)),
});
export type Emergency = z.output<typeof Emergency>;

/** The practice's rules as the browser applies them while a message waits to be sent; the server decides. */
export const EmergencyRules = z.object({
  signs: z.array(z.extend(Emergency, { id: z.string(), phrases: z.array(z.string()), always: z.boolean() })),
  notcurrent: z.object({ phrases: z.array(z.string()), unless: z.array(z.string()) }),
  misspellings: z.record(z.string(), z.array(z.string())),
});
export type EmergencyRules = z.output<typeof EmergencyRules>;
