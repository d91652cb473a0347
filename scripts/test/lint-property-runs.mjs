/** A lint rule about property tests, for oxlint (.oxlintrc.json); server/testing/property-runs.ts says why. */

const isAssert = ({ type, object, property }) =>
  type === "MemberExpression" && object.name === "fc" && property.name === "assert";

const examplesAdded = {
  create: (context) => ({
    CallExpression({ callee, arguments: [, parameters] }) {
      if (!isAssert(callee) || parameters?.type !== "ObjectExpression") return;
      const examples = parameters.properties.find(({ key }) => key?.name === "examples");
      if (examples)
        context.report({
          node: examples,
          message: "fast-check counts examples among its runs: give them to propertyRuns, which adds the random ones.",
        });
    },
  }),
};

export default { meta: { name: "property-runs" }, rules: { "examples-added": examplesAdded } };
