import * as library from "fastify-type-provider-zod";
import * as core from "zod/v4/core";

/**
 * Zod's two ways to check an object: `zod/mini`, in which the contract is written for the browser's sake, goes through the declared fields one by one;
 * `zod` makes a function of them at the first use, which takes a third of the time. This gives the schema's objects the latter. Nothing else changes:
 * the same fields are checked and refused, and undeclared ones left out.
 */
export function compileObjects<Schema>(schema: Schema): Schema {
  if (!(schema instanceof core.$ZodType) || compiled.has(schema)) return schema;
  compiled.add(schema);
  const { def } = schema._zod;
  for (const part of partsOf(def)) compileObjects(part);
  if (schema instanceof core.$ZodObject) {
    initCompiled(schema, schema._zod.def);
    // With checks of its own, an object is run by them; without, `run` is still what `parse` was before.
    if (!def.checks?.length) schema._zod.run = (...given) => schema._zod.parse(...given);
  }
  return schema;
}

/** Schemas are shared by routes, and routes by the servers of a process. */
const compiled = new WeakSet<core.$ZodType>();

const initCompiled = (schema: core.$ZodObject, def: core.$ZodObjectDef): void => core.$ZodObjectJIT.init(schema, def);

/** The schemas a schema consists of. */
const partsOf = (def: object): unknown[] =>
  Object.entries(def).flatMap(([name, part]) => (name === "shape" ? Object.values(part as object) : part));

export const validatorCompiler: typeof library.validatorCompiler = (route) =>
  library.validatorCompiler({ ...route, schema: compileObjects(route.schema) });

export const serializerCompiler: typeof library.serializerCompiler = (route) =>
  library.serializerCompiler({ ...route, schema: compileObjects(route.schema) });

/** For an instance of Fastify: without factories of ours it loads compilers for JSON schemas, a hundred modules of each start. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => serializerCompiler as never,
  },
};
