import { expect, test } from "vitest";
import { workItemKinds, workItemOutcomes } from "#contract/care/work-items.ts";
import { outcomeLabels, workItemLabels } from "./work-item-labels.ts";

test("each kind and each outcome has words of its own", () => {
  const labels = [
    ...workItemKinds.map((kind) => workItemLabels[kind].title),
    ...workItemOutcomes.map((outcome) => outcomeLabels[outcome].label),
  ];
  expect(new Set(labels).size).toBe(workItemKinds.length + workItemOutcomes.length);
});
