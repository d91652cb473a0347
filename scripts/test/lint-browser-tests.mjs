/** A lint rule about browser tests, for oxlint (.oxlintrc.json). */

const isKeyboard = ({ type, property, name }) => (type === "MemberExpression" ? property.name : name) === "keyboard";

const pressedOnceEnabled = {
  create: (context) => ({
    CallExpression({ callee, arguments: [key] }) {
      if (callee.type !== "MemberExpression" || callee.property.name !== "press" || key?.value !== "Enter") return;
      if (isKeyboard(callee.object)) return;
      context.report({
        node: callee,
        message: "A button that can't be pressed yet lets Enter go to whatever has the focus: pressEnter waits for it.",
      });
    },
  }),
};

export default { meta: { name: "browser-tests" }, rules: { "pressed-once-enabled": pressedOnceEnabled } };
