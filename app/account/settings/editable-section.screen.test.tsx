import { expect, test } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { drafts } from "#app/forms/drafts.ts";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { EditableSection, SaveCancelButtons } from "./editable-section.tsx";

const section = (
  <EditableSection
    id="address"
    title="Shipping address"
    draft="patient:address"
    form={(close) => <SaveCancelButtons busy={false} onCancel={() => close()} />}
  >
    18 Orchard Street
  </EditableSection>
);

test("a section opens with its draft, and Cancel leaves nothing of it", async () => {
  drafts.save("patient:address", { address1: "12 Garden Way" });
  drafts.save("patient:billing", { address1: "7 Mill Road" });
  const first = await openScreen(section, { cache: queryClient });
  await first.press("Cancel");
  await first.findText("18 Orchard Street");
  expect(drafts.get("patient:address")).toBeNull();
  expect(drafts.get("patient:billing")).toEqual({ address1: "7 Mill Road" });
  first.close();
  drafts.removeAll();
});
