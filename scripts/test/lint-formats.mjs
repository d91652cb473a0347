/** Lint rules about `Intl`, for oxlint (.oxlintrc.json); contract/fields/formats.ts says why. */

const isIntl = ({ type, object }) =>
  type === "MemberExpression" && object.type === "Identifier" && object.name === "Intl";
const localeMethods = new Set(["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]);

/** A formatter created within a function is created again by each call and its memory retained. */
const madeOnce = {
  create(context) {
    let depth = 0;
    const enter = () => void (depth += 1);
    const leave = () => void (depth -= 1);
    const report = (node) => {
      if (depth > 0)
        context.report({
          node,
          message:
            "Make a formatter once, at the top of the module or by formatsIn of #contract/formats.ts: each costs native memory.",
        });
    };
    return {
      before: () => void (depth = 0),
      FunctionDeclaration: enter,
      "FunctionDeclaration:exit": leave,
      FunctionExpression: enter,
      "FunctionExpression:exit": leave,
      ArrowFunctionExpression: enter,
      "ArrowFunctionExpression:exit": leave,
      NewExpression(node) {
        if (isIntl(node.callee)) report(node);
      },
      CallExpression(node) {
        if (
          isIntl(node.callee) &&
          node.callee.property.name !== "getCanonicalLocales" &&
          node.callee.property.name !== "supportedValuesOf"
        )
          report(node);
        else if (node.callee.type === "MemberExpression" && localeMethods.has(node.callee.property.name)) report(node);
      },
    };
  },
};

/** Locales chosen because they write days as ISO 8601 does, until they don't. */
const isoLike = /^(?:en-CA|fr-CA|sv|sv-SE|lt|lt-LT)$/;

const noLocaleDay = {
  create: (context) => ({
    Literal(node) {
      if (typeof node.value === "string" && isoLike.test(node.value))
        context.report({
          node,
          message: "No locale promises to write YYYY-MM-DD: use dayIn of #contract/formats.ts.",
        });
    },
  }),
};

export default { meta: { name: "formats" }, rules: { "made-once": madeOnce, "no-locale-day": noLocaleDay } };
