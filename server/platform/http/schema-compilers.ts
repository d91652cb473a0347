import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";

/** For an instance of Fastify: without factories of ours it loads compilers for JSON schemas, a hundred modules of each start. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => serializerCompiler as never,
  },
};
