import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { objection } from "./lint-imports.mjs";

const root = join(import.meta.dirname, "../..");

test.each([
  ["server/care/routes.ts", "server/orders/public.ts", null],
  ["server/care/routes.ts", "server/orders/order-status.ts", /public\.ts only/],
  ["server/care/routes.test.ts", "server/orders/order-status.ts", null],
  ["server/features.ts", "server/orders/jobs.ts", null],
  ["server/platform/ids.ts", "server/orders/public.ts", /knows no feature/],
  ["server/care/routes.ts", "app/main.tsx", /never imports the browser/],
  ["contract/auth.ts", "server/config.ts", /imports nothing of ours/],
  ["embed/loader.ts", "server/config.ts", /only|nothing of the app/],
  ["app/treatment/plan/plan-page.tsx", "server/config.ts", /only the contract/],
  ["app/ui/layout/card.tsx", "app/orders/order-status.ts", /design system knows no feature/],
  ["app/ui/layout/card.tsx", "app/browser/timers.ts", null],
  ["app/api/call.ts", "app/orders/order-status.ts", /knows no feature/],
  ["app/treatment/plan/plan-page.tsx", "app/orders/order-status.ts", null],
  ["app/treatment/plan/plan-page.tsx", "app/cart/query-cache.tsx", /app\/public\.json/],
  ["app/treatment/plan/plan-page.tsx", "app/routes/guards.ts", /doesn't know what composes it/],
  ["app/shell/auth-shell.tsx", "app/cart/query-cache.tsx", null],
  ["server/demo/care-desk/orders.ts", "client/src/index.ts", null],
  ["server/demo/care-desk/orders.ts", "server/platform/clock/clock.ts", null],
  ["server/demo/care-desk/orders.ts", "server/platform/database/open.ts", /lives on the clinic's calls/],
  ["server/demo/care-desk/orders.ts", "server/care/public.ts", /lives on the clinic's calls/],
  ["server/demo/care-desk/orders.ts", "server/demo/connect-to-clinic.ts", /lives on the clinic's calls/],
  ["server/demo/care-desk/orders.ts", "server/config.ts", /lives on the clinic's calls/],
  ["server/demo/care-desk/orders.ts", "app/main.tsx", /lives on the clinic's calls/],
  ["server/demo/run-care-desk.ts", "server/demo/care-desk/care-desk.ts", null],
  ["server/demo/patients/seed.ts", "server/demo/care-desk/messages.ts", null],
  ["server/main.ts", "server/demo/care-desk/care-desk.ts", /only the demo knows it/],
  ["server/care/routes.test.ts", "server/demo/care-desk/messages.ts", /only the demo knows it/],
  ["server/care/routes.ts", "client/src/index.ts", /practice's own system/],
  ["clinic/team/team-page.tsx", "contract/api.ts", null],
  ["clinic/team/team-page.tsx", "app/ui/layout/card.tsx", null],
  ["clinic/api/client.ts", "app/api/api-error.ts", null],
  ["clinic/api/client.ts", "app/api/call.ts", /only what knows no feature/],
  ["clinic/team/team-page.tsx", "app/orders/order-status.ts", /only what knows no feature/],
  ["clinic/team/team-page.tsx", "server/config.ts", /only the contract/],
  ["clinic/team/team-page.tsx", "clinic/session/session.ts", null],
  ["clinic/team/team-page.tsx", "clinic/audit/audit-page.tsx", /doesn't know the other pages/],
  ["clinic/session/session.ts", "clinic/team/team-page.tsx", /doesn't know the other pages/],
  ["clinic/api/client.ts", "clinic/session/session.ts", /below that one/],
  ["clinic/shell/pages.tsx", "clinic/team/team-page.tsx", null],
  ["app/main.tsx", "clinic/session/session.ts", /a build of its own/],
  ["server/web/pages.ts", "clinic/main.tsx", /a build of its own/],
])("%s that imports %s", (from, target, refused) => {
  const found = objection(from, target);
  if (refused === null) expect(found).toBeNull();
  else expect(found).toMatch(refused);
});

test("the linter refuses the words that others stand for, in names and comments, with the reason", () => {
  const messages = lint(
    "words(house)",
    "// What she takes.\nexport const herOutbox = 1;\nexport const bookOfOrders = 2;\nexport const there = 3;\nexport const whatIsSaid = 4;\n",
  );
  expect(messages).toHaveLength(4);
  for (const reason of ["“she” belongs", "“book” in a name", "“her” in a name", "“said” in a name"])
    expect(messages).toContainEqual(expect.stringContaining(reason));
});

test("Enter on a control is pressed once it can be; on the keyboard alone it goes to whatever has the focus", () => {
  const messages = lint(
    "browser-tests(pressed-once-enabled)",
    'await send.press("Enter");\nawait page.keyboard.press("Enter");\nawait keyboard.press("Enter");\nawait box.press("Space");\n',
  );
  expect(messages).toEqual([expect.stringContaining("pressEnter waits for it")]);
});

/** What a rule says of a file of this text. */
function lint(rule: string, text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "calendula-lint-"));
  try {
    const file = join(folder, "some.ts");
    writeFileSync(file, text);
    const command = ["--config", join(root, ".oxlintrc.json"), "--format", "json", file];
    const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), command, { cwd: root, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string; code: string }[] };
    return diagnostics.filter(({ code }) => code === rule).map(({ message }) => message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
