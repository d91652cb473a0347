/** Lint rules about `Intl`, days and money, for oxlint (.oxlintrc.json); contract/fields/formats.ts says why. */

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
            "Make a formatter once, at the top of the module or by formatsIn of #contract/fields/formats.ts: each costs native memory.",
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
          message: "No locale promises to write YYYY-MM-DD: use dayIn of #contract/fields/formats.ts.",
        });
    },
  }),
};

const centsHomes = /(?:^|\/)(?:contract\/fields\/numbers|server\/platform\/money)\.ts$/;
const isNumber = ({ type, value }, number) => type === "Literal" && value === number;

const rounding = new Set(["floor", "trunc", "ceil", "round", "parseInt"]);
const amount = /cents|dollar|amount|price/i;

/** Dollars times a hundred are cents and a fraction (8.20 is 819.99…), and cutting it off is a cent lost: there is one place that rounds. */
const centsAtHome = {
  create: (context) => ({
    CallExpression(node) {
      const { name, property } = { name: node.callee.name, property: node.callee.property?.name };
      if (!rounding.has(property ?? name) || centsHomes.test(context.filename.replaceAll("\\", "/"))) return;
      if (node.arguments.some((given) => amount.test(context.sourceCode.getText(given))))
        context.report({
          node,
          message: "An amount is rounded in one place, halves to even: #server/platform/money.ts.",
        });
    },
    BinaryExpression(node) {
      if (!["*", "/"].includes(node.operator) || centsHomes.test(context.filename.replaceAll("\\", "/"))) return;
      const isMoney =
        node.operator === "*"
          ? isNumber(node.left, 100) || isNumber(node.right, 100)
          : isNumber(node.right, 100) || isNumber(node.right, 0.01);
      if (isMoney)
        context.report({
          node,
          message:
            "Cents and dollars become each other by toCents and toDollars, and are written, in #contract/fields/numbers.ts; of cents, a share is percentOf. For anything else, say what it is.",
        });
    },
  }),
};

const deviceClock = /^(?:get|set)(?:Date|Day|Month|FullYear|Hours)$/;
const parts = new Set(["slice", "substring", "split"]);
const isMethod = (node, name) =>
  node?.type === "CallExpression" && node.callee.type === "MemberExpression" && node.callee.property.name === name;

const isUtcOfNow = ([zone, at], { sourceCode }) =>
  zone?.type === "Literal" && zone.value === "UTC" && at !== undefined && /now|clock/i.test(sourceCode.getText(at));

/** A day has a time zone. That of a server is nobody's, and the UTC day is another one every evening. */
const dayHasZone = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.name === "dayIn" && isUtcOfNow(node.arguments, context))
        context.report({ node, message: "Today has a time zone: the practice's or a patient's." });
      if (callee.type !== "MemberExpression") return;
      const { name } = callee.property;
      if (deviceClock.test(name))
        context.report({ node, message: "This is a day of the machine it runs on: use dayIn with a time zone." });
      if (parts.has(name) && isMethod(callee.object, "toISOString"))
        context.report({ node, message: "This is a day of UTC: use dayIn with the time zone that it is a day of." });
    },
  }),
};

export default {
  meta: { name: "formats" },
  rules: {
    "made-once": madeOnce,
    "no-locale-day": noLocaleDay,
    "cents-at-home": centsAtHome,
    "day-has-zone": dayHasZone,
  },
};
