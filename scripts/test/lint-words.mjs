/** The lint rule about names, for oxlint (.oxlintrc.json): one word for a thing on every floor, the field's own. docs/glossary.md has them all. */
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const patient = "The person in care is `patient`; “she” belongs to sentences a patient reads.";
const onHold = "A prescription that may not be filled now is `onHold`.";
const upsell = "A treatment offered in addition is an `upsell`, what waits for a doctor an `upsellRequest`.";
const audit = "That a patient's record was accessed is noted with `auditPatient`.";
const claim =
  "That a person of the practice took something is its `claim`; what isn't the caller's own is named: `gatewayMovements`, `others`.";
const label = "What a screen shows is a `label`, a `notice` or a `text`, what a rule returns a `sentence`.";
const notify =
  "Telling a patient is `notify`, `mail` or `remind`; a person of the practice gets a work item: `open…Item`.";
const outcome = "Where no answer came the `outcome` is unknown.";
const draft = "What somebody has typed is a `draft`, and `saved` once the server has it.";
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
  ["theirs", claim],
  ["said", label],
  ["tell", notify],
  ["tells", notify],
  ["unsure", outcome],
]);
const staffAppWords = new Map([
  ["kept", draft],
  ["written", draft],
  ["unclear", outcome],
  ["door", "Who may see and do what is a `scope` or a `role`."],
]);
const inText = /\b(?:she|her|hers|herself)\b/i;

/** Why a name is refused in a file, with the word; undefined where it isn't. Names are split at capitals and underscores. */
function refusal(name, file) {
  const lists = /^clinic[/\\]/.test(relative(root, file)) ? [words, staffAppWords] : [words];
  for (const part of name.split(/(?=[A-Z])|_/).map((each) => each.toLowerCase()))
    for (const list of lists) if (list.has(part)) return `“${part}” in a name: ${list.get(part)}`;
  return undefined;
}

const house = {
  create(context) {
    const check = (node) => {
      const message = refusal(node.name, context.filename);
      if (message !== undefined) context.report({ node, message });
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
