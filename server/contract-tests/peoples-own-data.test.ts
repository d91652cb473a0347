import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import { textLength } from "#contract/fields/text-length.ts";

/*
 * What people bring (texts, names) is never cut, folded or printed in passing. Each place that could is listed here with its reason; one that isn't fails.
 * A new place: use the home that is named, or add it with why it's no person's data.
 */

const root = join(import.meta.dirname, "../..");
const sources = globSync("{app,clinic,contract,embed,site,client,server}/**/*.{ts,tsx}", { cwd: root })
  .filter(
    (file) => !/\.test\.tsx?$|\/(?:testing|demo|contract-tests|crash-tests|playground)\/|\/testing\.ts$/.test(file),
  )
  .map((file) => ({
    file,
    text: readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
  }));

/** Reason → files, one a line, with how often if it's more than once. */
type Places = Readonly<Record<string, string>>;

/** How often each file has a pattern. */
const found = (pattern: RegExp) =>
  Object.fromEntries(
    sources
      .map(({ file, text }) => [file, [...text.matchAll(pattern)].length] as const)
      .filter(([, count]) => count > 0),
  );
function listed(places: Places): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, file = "", times = "1"] of Object.values(places)
    .join("\n")
    .matchAll(/^ *(\S+)(?: ×(\d+))?$/gm))
    counts[file] = (counts[file] ?? 0) + Number(times);
  return counts;
}
const expectPlaces = (pattern: RegExp, places: Places) => expect(found(pattern)).toEqual(listed(places));

test("the sources are read", () => expect(sources.length).toBeGreaterThan(1500));

test("no field cuts what is pasted, but digits of a number (home: app/ui/forms/counted.tsx)", () => {
  expectPlaces(/\bmaxLength=/g, {
    "digits of a day or a height, which a form puts together": `
      app/onboarding/questions/height-field.tsx
      app/ui/forms/date-of-birth.tsx`,
  });
});

test.each(["𝐀𝐁", "👩🏽‍🚀", "é́", "日本", "\ud800"])("contract and browser count %j alike", (text) => {
  const takes = (max: number) => z.safeParse(z.string().check(z.maxLength(max)), text).success;
  expect([takes(textLength(text)), takes(textLength(text) - 1)]).toEqual([true, false]);
});

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
/** Paths of texts of any length. */
function endless(schema: Schema, path: string): string[] {
  const bounds = ["maxLength", "enum", "const", "pattern", "format"];
  if (schema.type === "string") return bounds.some((bound) => bound in schema) ? [] : [path];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => endless(each, `${path}.${name}`)),
    ...(schema.items ? endless(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === "object" ? endless(schema.additionalProperties, `${path}.*`) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) =>
      endless(each, path),
    ),
  ];
}

test("every text that a call takes has a limit, so that what is too long is refused in words before anything cuts it", () => {
  const found = [...everyCall()].flatMap(({ feature, name, call }) =>
    (["params", "query", "body"] as const).flatMap((part) =>
      call[part]
        ? endless(
            z.toJSONSchema(call[part], { io: "input", unrepresentable: "any" }) as Schema,
            `${feature}.${name} ${part}`,
          )
        : [],
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual([
    // The phone numbers: a US number, or refused; no digit is dropped.
    "account.updateBillingAddress body.billingaddress.phoneno",
    // Sent back as it was read: anything but one's own is refused.
    "account.updateUser body.email",
    "account.updateUser body.timezone.choices[].id",
    "account.updateUser body.timezone.choices[].name",
    "account.updateUser body.timezone.current",
    "account.updateUser body.timezone.hint",
    "account.updateUser body.timezone.name",
    "care.changeContact body.shippingaddress.phoneno",
    "store.createShippingAddress body.phoneno",
    "store.updateShippingAddress body.phoneno",
    "treatment.answerCounseling body.phoneno",
  ]);
});

test("a name or a text is folded in one home (contract/fields/fold-letters.ts)", () => {
  expectPlaces(/\b(?:toUpperCase|toLowerCase|toLocaleUpperCase|toLocaleLowerCase)\(/g, {
    "the home itself": `
      contract/fields/fold-letters.ts`,
    "initials: the first letter with its marks, as its own script writes it large": `
      app/account/profile/avatar.tsx
      server/documents/adverse-events/fda-report.ts`,
    "codes, numbers of lots and parcels, states, currencies: letters from A to Z": `
      app/cart/checkout/use-cart-quote.ts
      app/growth/promo/apply-codes.ts ×2
      app/growth/promo/promo-codes.ts ×2
      app/growth/promo/session-promo.ts
      clinic/dispensing/lot-dialog.tsx
      clinic/dispensing/void-dialog.tsx
      clinic/dispensing/shipping-rows.ts ×3
      clinic/money/money-labels.ts
      clinic/team/doctor-fields.ts
      contract/care/packed-lines.ts
      server/records/sharing/record-codes.ts
      contract/dispensing/box-code.ts ×5
      contract/dispensing/order-code.ts
      contract/dispensing/parcel-label.ts
      server/followup/discount-codes.ts
      server/growth/referral/apply-referral-code.ts
      server/growth/tracking/attribution.ts
      server/growth/upsell/coupon.ts ×2
      server/auth/accounts/sign-up.ts ×2
      server/orders/payments/mismatch.ts
      server/discounts/coupons.ts
      site/tracking.ts
      server/staff/factors/recovery-codes.ts`,
    "ids, names of hosts, headers and fields, bytes in hex": `
      contract/fields/fields.ts
      server/auth/accounts/close-account.ts
      server/platform/print/printable-text.ts
      server/documents/routes.ts
      server/growth/referral/opt-out-token.ts
      server/growth/tracking/event-rules.ts
      server/integrations/webhooks/endpoint-address.ts
      server/openapi/document.ts
      server/platform/files/pdf/name-pattern.ts
      server/platform/http/request-metadata.ts
      server/platform/rate-limit.ts`,
    "an e-mail address, which the database compares in the same way (citext)": `
      server/account/contact-by-practice.ts ×2
      server/auth/helpers/invite-helper.ts ×2
      server/account/mailing-list.ts
      server/auth/accounts/death.ts
      server/auth/dismissed-email.ts
      server/auth/patients/patient-search.ts ×2
      server/auth/sessions/attempt-limits.ts
      server/auth/sessions/known-device.ts
      server/onboarding/visit/leads.ts
      server/operations/patient/data-subject.ts ×4
      server/operations/staff.ts
      server/platform/mail/local-mailbox.ts ×2
      server/platform/mail/refused-addresses.ts
      server/records/access-review/review-week.ts ×3
      server/records/access-review/unusual-access.ts ×2
      server/staff/members/members.ts
      server/staff/oidc/claims.ts
      server/staff/sessions/sign-in.ts
      server/work-items/due-mails.ts ×2`,
    "words and names of products of ours, in English": `
      app/account/settings/editable-section.tsx
      app/catalogue/plan/plan-pricings.ts
      app/formats/dates.ts
      clinic/care/replacements.ts
      clinic/case/evidence/timeline.ts
      clinic/conversation/thread.ts ×2
      clinic/dispensing/order-list.tsx ×2
      clinic/money/money-labels.ts
      clinic/patients/asked-fields.tsx
      clinic/patients/record-sections.tsx
      clinic/systems/system-labels.ts
      clinic/ui/labels/emergency-labels.ts
      clinic/ui/labels/practice-time.ts
      server/documents/dispensing/labels-pdf.ts
      server/documents/dispensing/leaflets-pdf.ts
      server/documents/disputes/evidence-pdf.ts
      server/overview/present-next-step.ts
      server/staff/oidc/probe-provider.ts
      server/support/articles.ts
      site/pages/product.ts
      site/product-groups.ts`,
    "a reader of English: phrases of emergencies, and passwords that many have": `
      contract/emergency/clauses.ts
      server/auth/passwords/common-password.ts`,
  });
});

test("no name or text is cut in passing", () => {
  expectPlaces(
    /(?:[nN]ame|[tT]ext|[tT]itle|[nN]ote|message|words|sentence)\??\.(?:slice|substring|substr|charAt)\(|\b(?:firstname|lastname|[nN]ame)\??\.?\[0\]/g,
    {
      "pieces that are all kept: links, emphasis, rows of a table, a name at its last space": `
      app/emergency/emergency-text.tsx ×2
      contract/dispensing/box-code.ts ×2
      app/messages/log/message-text.tsx ×2
      server/documents/dispensing/label-pages.ts ×4
      server/documents/pdf/table.ts ×2
      server/messages/present-message.ts ×2`,
      "the first letter of words of ours": `
      app/catalogue/plan/plan-pricings.ts ×2
      app/formats/dates.ts ×2
      clinic/money/money-labels.ts ×2
      clinic/patients/asked-fields.tsx ×2
      clinic/patients/record-sections.tsx ×2
      server/staff/oidc/probe-provider.ts`,
      "what came before was judged while it was written": `
      contract/emergency/clauses.ts`,
      "a beginning whose last letter is whole, and ends with an ellipsis": `
      server/records/timeline/excerpt.ts`,
      "a list for a bank, as long as the gateway takes one": `
      server/platform/gateway/stripe/from-stripe.ts`,
      "words of a phrase, not letters": `
      contract/emergency/phrases.ts ×2`,
      "an error's report for us": `
      app/api/call.ts`,
      "readers of a file's text, and of names of ours": `
      clinic/ui/table/csv.ts
      server/integrations/keys/key-text.ts
      server/platform/mail/local-mailbox.ts
      server/platform/crypto/sealed-columns.ts ×2
      server/platform/files/pdf/active-content.ts ×2
      server/platform/files/pdf/automatic-actions.ts
      server/platform/files/pdf/encryption.ts
      server/platform/files/pdf/filters.ts ×2
      server/platform/files/pdf/object-streams.ts
      server/platform/files/pdf/read-value.ts ×2`,
    },
  );
});

test("PDFs are written by one file, which asks the font for each letter", () => {
  expectPlaces(/"(?:pdfkit|pdf-lib|@pdf-lib\/\w+|jspdf|pdfmake)"/g, {
    "the writer": "server/documents/pdf/pdf-writer.ts",
    "a font that is asked which letters it has, without a page": "server/platform/print/fonts.ts",
  });
});
