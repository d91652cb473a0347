/** The lint rule about names, for oxlint (.oxlintrc.json): one word for a thing on every floor, the field's own. docs/glossary.md has them all. */

const patient = "The person in care is `patient`; “she” belongs to sentences a patient reads.";
const onHold = "A prescription that may not be filled now is `onHold`.";
const upsell = "A treatment offered in addition is an `upsell`, what waits for a doctor an `upsellRequest`.";
const audit = "That a patient's record was accessed is noted with `auditPatient`.";
const words = new Map([
  ["she", patient],
  ["her", patient],
  ["hers", patient],
  ["herself", patient],
  ["sold", "What was checked out is an `order`, what it consists of its `lines`."],
  ["book", "Data read for a decision is a `snapshot`."],
  ["standing", "Where a case stands is its `careStatus`, else a `status`."],
  ["withhold", onHold],
  ["withheld", onHold],
  ["addition", upsell],
  ["additions", upsell],
  ["supplies", "What a subscription brings is a `prescriptionOrder`, how long it lasts its `daysSupply`."],
  ["touches", audit],
  ["touched", audit],
]);
const inText = /\b(?:she|her|hers|herself)\b/i;

/** The word a name is refused for, or undefined: names are split at capitals and underscores. */
export const refusedWord = (name) =>
  name
    .split(/(?=[A-Z])|_/)
    .map((part) => part.toLowerCase())
    .find((part) => words.has(part));

const house = {
  create(context) {
    const check = (node) => {
      const word = refusedWord(node.name);
      if (word !== undefined) context.report({ node, message: `“${word}” in a name: ${words.get(word)}` });
    };
    return {
      Identifier: check,
      PrivateIdentifier: check,
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (inText.test(comment.value)) context.report({ node: comment, message: patient });
      },
    };
  },
};

export default { meta: { name: "words" }, rules: { house } };
