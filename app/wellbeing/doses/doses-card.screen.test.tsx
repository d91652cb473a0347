import { useState } from "react";
import { expect, test } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { openScreen, screen } from "#app/testing/screens/screen.tsx";
import { answerOf } from "#app/testing/sent/patient.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { Dose, DoseStatus } from "#contract/wellbeing/doses.ts";
import { DosesCard } from "./doses-card.tsx";

const { doses } = answerOf(wellbeing.read, 60_000);
const named = (name: string): Dose => ({
  ...doses.items[0]!,
  id: name,
  name,
  title: "Due today",
  today: { day: "2026-11-24", name: "Today", status: "done" },
  earlier: null,
});

/** Two doses, both taken; the page's lead asks for each that isn't noted, as the server does after every note. */
function Page() {
  const [status, setStatus] = useState<Record<string, DoseStatus | null>>({ capsule: "done", patch: "done" });
  const items = ["capsule", "patch"].map(named);
  return (
    <DosesCard
      items={items.map((dose) => ({ ...dose, today: { ...dose.today!, status: status[dose.id] ?? null } }))}
      leading={items.map(({ id }) => id).filter((id) => status[id] === null || id === "patch")}
      timezone={doses.timezone}
      waiting={false}
      error={null}
      onNote={(id, _day, pressed) => setStatus({ ...status, [id]: pressed })}
      onPick={async () => {}}
      onEnd={async () => {}}
    />
  );
}

test("a dose taken back in the list can be noted there, though the lead asks for it; what was not pressed here is the lead's", async () => {
  const shown = await openScreen(<Page />, { cache: queryClient });
  expect(screen.queryAllByRole("button", { name: /patch, Today/ })).toEqual([]);
  await shown.press("Undo, capsule, Today");
  await shown.press("Skip, capsule, Today");
  await shown.findText("Today: skipped");
  shown.close();
});
