import { z } from "zod";
import { ContentId, NonEmptyText } from "./fields.ts";

/** One or two words as a patient types them, in lower case. */
const Keyword = z
  .string()
  .regex(/^[a-z0-9]+(?: [a-z0-9]+)*$/, "must be small letters and digits, one space between words");

/** Front matter of `help/*.md`; the body is `body` (Markdown). */
export const HelpHeader = z.strictObject({
  id: ContentId,
  title: NonEmptyText,
  topic: NonEmptyText,
  summary: NonEmptyText,
  /** Search terms that lead to it, in addition to its own words. */
  keywords: z
    .array(Keyword)
    .min(1)
    .refine((words) => new Set(words).size === words.length, "names a keyword twice"),
  order: z.int(),
  /** Asked most: shown first in the Help Center. */
  top: z.boolean().optional(),
  /** A leaflet that the practice sends with an answer: it's in no list and no search of the Help Center. */
  leaflet: z.literal(true).optional(),
});
export const HelpArticle = z.strictObject({ ...HelpHeader.shape, body: NonEmptyText });
export type HelpArticle = z.output<typeof HelpArticle>;

const MarketingPath = z.string().regex(/^\/(?!\/)[\w/{}.-]*$/, "must be a path of the marketing site");
const Phone = z.string().regex(/^\d{3}-\d{3}-\d{4}$/);

const Registered = z.strictObject({ npi: z.string().regex(/^\d{10}$/), taxid: z.string().regex(/^\d{2}-\d{7}$/) });

const Colour = z.string().regex(/^#[0-9a-f]{6}$/, "must be a color such as #7a4b0c");
/** A color of day alone could not be read at night. */
const isForBothSchemes = ([token, value]: readonly [string, string]): boolean =>
  !/^--(?:color|art|brand)-/.test(token) || /^light-dark\(.+,.+\)$/.test(value);

/** WCAG 2.2, 1.4.3: text on white. */
const Legible = Colour.refine((colour) => contrastOnWhite(colour) >= 4.5, "is too light to be read on white");

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrastOnWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

export const Brand = z.strictObject({
  name: NonEmptyText,
  /** What the practice calls the people who prescribe, as in “your doctor”: `{{clinician}}` and `{{clinicians}}` in texts. */
  clinician: z.strictObject({ one: NonEmptyText, many: NonEmptyText }).default({ one: "doctor", many: "doctors" }),
  /** Path of a logo to use instead of the built-in drawing. */
  logo: z.string().nullable(),
  supportemail: z.email(),
  supportphone: Phone,
  supporthours: NonEmptyText,
  practice: z.strictObject({
    name: NonEmptyText,
    address1: NonEmptyText,
    address2: NonEmptyText.optional(),
    city: NonEmptyText,
    state: NonEmptyText,
    zipcode: NonEmptyText,
    phone: Phone,
  }),
  pharmacy: z.strictObject({
    name: NonEmptyText,
    address1: NonEmptyText,
    city: NonEmptyText,
    state: NonEmptyText,
    zipcode: NonEmptyText,
    phone: Phone,
  }),
  /** National Provider Identifier and employer identification number, as receipts show them. */
  registration: z.strictObject({ practice: Registered, pharmacy: Registered }),
  /** Time zone of the clinic's days (coupons, renewals, receipts). */
  timezone: NonEmptyText,
  marketing: z.strictObject({
    tagline: NonEmptyText,
    headline: NonEmptyText,
    lead: NonEmptyText,
    points: z.array(NonEmptyText),
    footer: NonEmptyText,
  }),
  marketingpages: z.strictObject({
    treatments: MarketingPath,
    product: MarketingPath.includes("{productid}"),
    contact: MarketingPath,
  }),
  /** The question shown when the terms box was left unticked. */
  termsmissing: NonEmptyText,
  crisis: z.strictObject({ emergency: NonEmptyText, suicide: NonEmptyText }),
  /** Design tokens to override (app/ui/brand/theme-redesign.css); a color by day and by night, such as `--color-accent: "light-dark(#b5541c, #e8935f)"`. */
  palette: z
    .record(z.string().regex(/^--[a-z0-9-]+$/), NonEmptyText)
    .refine(
      (palette) => Object.entries(palette).every(isForBothSchemes),
      "must give each color as light-dark(<by day>, <by night>)",
    ),
  /** Colours of mails and PDFs on white: text, secondary text, lines, background of table heads, the issuer's name and links. */
  print: z.strictObject({ ink: Legible, muted: Legible, line: Colour, band: Colour, accent: Legible }),
});
export type Brand = z.output<typeof Brand>;

/** How long records are kept. */
export const RetentionFile = z.strictObject({
  note: NonEmptyText,
  /** Years since the last care in which clinical records may not be erased. */
  clinicalyears: z.int().min(1).max(100),
  /** Years in which audit entries may not be dropped. */
  audityears: z.int().min(1).max(100),
});
