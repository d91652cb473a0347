import { z } from "zod";
import { ContentId, Words } from "./shapes.ts";

/** A word or two as a patient types them, in small letters. */
const Keyword = z
  .string()
  .regex(/^[a-z0-9]+(?: [a-z0-9]+)*$/, "must be small letters and digits, one space between words");

/** Front matter of `help/*.md`; the body is `body` (Markdown). */
export const HelpHeader = z.strictObject({
  id: ContentId,
  title: Words,
  topic: Words,
  summary: Words,
  /** What patients search for to find it, beside the words it is written in. */
  keywords: z
    .array(Keyword)
    .min(1)
    .refine((words) => new Set(words).size === words.length, "names a keyword twice"),
  order: z.int(),
});
export const HelpArticle = z.strictObject({ ...HelpHeader.shape, body: Words });
export type HelpArticle = z.output<typeof HelpArticle>;

const MarketingPath = z.string().regex(/^\/(?!\/)[\w/{}.-]*$/, "must be a path of the marketing site");
const Phone = z.string().regex(/^\d{3}-\d{3}-\d{4}$/);

const Registered = z.strictObject({ npi: z.string().regex(/^\d{10}$/), taxid: z.string().regex(/^\d{2}-\d{7}$/) });

export const Brand = z.strictObject({
  name: Words,
  /** Path of a logo to use instead of the built-in drawing. */
  logo: z.string().nullable(),
  supportemail: z.email(),
  supportphone: Phone,
  supporthours: Words,
  practice: z.strictObject({
    name: Words,
    address1: Words,
    address2: Words.optional(),
    city: Words,
    state: Words,
    zipcode: Words,
    phone: Phone,
  }),
  pharmacy: z.strictObject({
    name: Words,
    address1: Words,
    city: Words,
    state: Words,
    zipcode: Words,
    phone: Phone,
  }),
  /** National Provider Identifier and employer identification number, as receipts show them. */
  registration: z.strictObject({ practice: Registered, pharmacy: Registered }),
  /** Time zone of the clinic's days (coupons, renewals, receipts). */
  timezone: Words,
  marketing: z.strictObject({ tagline: Words, headline: Words, lead: Words, points: z.array(Words), footer: Words }),
  marketingpages: z.strictObject({
    treatments: MarketingPath,
    product: MarketingPath.includes("{productid}"),
    contact: MarketingPath,
  }),
  /** The question asked when the terms box was left empty. */
  termsmissing: Words,
  crisis: z.strictObject({ emergency: Words, suicide: Words }),
  /** Semantic design tokens to override, such as `--accent: "#b5541c"`. */
  palette: z.record(z.string().regex(/^--[a-z0-9-]+$/), Words),
});
export type Brand = z.output<typeof Brand>;
