import { expect, test, vi } from "vitest";
import * as core from "zod/v4/core";
import { compileObjects } from "#server/platform/http/schema-compilers.ts";
import { nearValidValues } from "./testing/example-requests.ts";

const valuesPerSchema = 20;

// Servers of other files of this worker have compiled the schemas they share; these are new.
vi.resetModules();
const { everyCall } = await import("#contract/api.ts");

const isSchema = (part: unknown): part is core.$ZodType => part instanceof core.$ZodType;
/** The schemas of every call, each with what is done with it. */
const schemas = [...everyCall()].flatMap(({ feature, name, call }) => {
  const of = `${feature}.${name}`;
  const requests = [call.params, call.query, call.body].filter(isSchema);
  return [
    ...requests.map((schema) => ({ of, schema, check: core.safeParse })),
    ...(isSchema(call.ok) ? [{ of, schema: call.ok, check: core.safeEncode }] : []),
  ];
});

/** The value, and in it an undeclared field in each object. */
function withUndeclared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUndeclared);
  if (typeof value !== "object" || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withUndeclared(part)])),
    secret: 1,
  };
}

type Checked = (typeof schemas)[number];

/** What becomes of a value, in the order of its fields; or everything that is wrong with it. */
const outcome = ({ schema, check }: Checked, value: unknown): string => {
  const { success, data, error } = check(schema, value);
  return success ? `accepted ${JSON.stringify(data)}` : `refused ${JSON.stringify(error.issues)}`;
};

test("a compiled schema accepts, leaves out and refuses what it did before: near-valid values of every call's requests and responses", () => {
  const samples = schemas.map((checked, index) => {
    const values = nearValidValues(checked.schema, valuesPerSchema, index);
    const tried = values.flatMap((value) => [value, withUndeclared(value)]);
    return { checked, tried, before: tried.map((value) => outcome(checked, value)) };
  });
  const objects = schemas.map(({ schema }) => schema).filter((schema) => schema instanceof core.$ZodObject);
  const parserOf = ({ _zod }: core.$ZodObject): unknown => Reflect.get(_zod, "parse");
  const parsers = objects.map(parserOf);
  for (const { schema } of schemas) compileObjects(schema);
  expect(objects.filter((schema, index) => parserOf(schema) === parsers[index])).toEqual([]);
  const changed = samples.flatMap(({ checked, tried, before }) =>
    tried
      .map((value, index) => ({ of: checked.of, value, before: before[index], after: outcome(checked, value) }))
      .filter(({ before, after }) => before !== after),
  );
  expect(changed).toEqual([]);
  // What is generated fits most schemas now and then.
  const accepting = samples.filter(({ before }) => before.some((each) => each.startsWith("accepted")));
  expect(accepting.length / samples.length).toBeGreaterThan(0.7);
});
