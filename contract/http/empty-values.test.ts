import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";

type Schema = z.core.$ZodType;
type FieldPath = readonly (string | number)[];
type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly options?: readonly Schema[];
};
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Whether a value travels as text: text, an enum, or a number of a query. */
function isText(schema: Schema): boolean {
  const { type, innerType, in: before, out, options } = defOf(schema);
  if (["string", "enum", "literal"].includes(type)) return true;
  if (["optional", "nullable", "default"].includes(type)) return isText(innerType as Schema);
  if (type === "pipe")
    return isText(defOf(before as Schema).type === "transform" ? (out as Schema) : (before as Schema));
  return type === "union" && (options ?? []).some(isText);
}

/** The optional fields that travel as text, with their paths. */
function* optionalTextFields(schema: Schema, fieldPath: FieldPath = []): Generator<[FieldPath, Schema]> {
  const { type, shape, innerType, element, in: before, out, options } = defOf(schema);
  if (["optional", "nullable", "default"].includes(type)) yield* optionalTextFields(innerType as Schema, fieldPath);
  if (type === "pipe")
    yield* optionalTextFields(
      defOf(before as Schema).type === "transform" ? (out as Schema) : (before as Schema),
      fieldPath,
    );
  if (type === "array") yield* optionalTextFields(element as Schema, [...fieldPath, 0]);
  if (type === "union") for (const option of options ?? []) yield* optionalTextFields(option, fieldPath);
  for (const [name, field] of Object.entries(shape ?? {})) {
    const may = ["optional", "default"].includes(defOf(field).type);
    if (may && isText(field)) yield [[...fieldPath, name], field];
    else yield* optionalTextFields(field, [...fieldPath, name]);
  }
}

/** An answer may be empty: that is an answer. */
const mayBeEmpty: readonly string[] = [
  "followup.saveStep body answer",
  // An emptied name is an error.
  "account.updateUser body firstname",
  "account.updateUser body lastname",
];

const fields = [...everyCall()]
  .flatMap(({ feature, name, call }) =>
    (["query", "body"] as const).flatMap((part) =>
      [...(call[part] ? optionalTextFields(call[part]) : [])].map(([fieldPath, field]) => ({
        title: `${feature}.${name} ${part} ${fieldPath.join(".")}`,
        field,
      })),
    ),
  )
  .filter(({ title }) => !mayBeEmpty.includes(title));

describe("§13a an empty value is an absent one, on every call", () => {
  test("the fields are found", () => {
    const titles = fields.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        "notifications.list query nextpage",
        "messages.messages query cursor",
        "messages.messages query limit",
        "support.searchArticles query category",
        "growth.availableUpsells query show",
        "growth.acceptUpsellProducts body upsells.0.triggeredfrom",
        "growth.acceptUpsell body coupon",
        "store.checkout body couponid",
        "account.updateBillingAddress body billingaddress.address2",
      ]),
    );
  });

  test.each(fields)("$title", ({ field }) => {
    const absent = z.safeParse(field, undefined);
    expect(absent.success).toBe(true);
    expect(z.safeParse(field, "")).toEqual(absent);
  });
});
