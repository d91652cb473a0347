import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { Page } from "#clinic/ui/page.tsx";
import { Tabs } from "#clinic/ui/table/tabs.tsx";
import { AccountingTab } from "./accounting/accounting-tab.tsx";
import { accountingPath } from "./accounting/accounting-labels.ts";
import { closingPath } from "./closing/closing-labels.ts";
import { ClosingTab } from "./closing/closing-tab.tsx";
import { DisputesTab } from "./disputes-tab.tsx";
import { placedOrders, useDisputes, useOrders } from "./money-lists.ts";
import { isOpenDispute } from "./money-labels.ts";
import { MismatchesTab } from "./mismatches-tab.tsx";
import { patientsPastDue, usePastDue } from "./past-due.ts";
import { PastDueTab } from "./past-due-tab.tsx";
import { RefundsTab } from "./refunds-tab.tsx";

const pastDuePath = "/clinic/money/past-due";

const tabs: readonly { readonly path: string; readonly label: string; readonly content: ReactNode }[] = [
  { path: "/clinic/money", label: "Payments that differ", content: <MismatchesTab /> },
  { path: pastDuePath, label: "Past due", content: <PastDueTab /> },
  { path: "/clinic/money/disputes", label: "Disputes", content: <DisputesTab /> },
  { path: "/clinic/money/refunds", label: "Refunds", content: <RefundsTab /> },
  { path: closingPath, label: "Day’s closing", content: <ClosingTab /> },
  { path: accountingPath, label: "Accounting", content: <AccountingTab /> },
];

/** What finance decides: payments that differ from their order, disputes, refunds; who owes what, each day's closing, and a period for the accountant. */
export function MoneyPage() {
  const [path] = useLocation();
  const mismatches = useOrders("mismatch");
  const disputes = useDisputes();
  const pastDue = usePastDue();
  const counts: Readonly<Record<string, string>> = {
    "/clinic/money": countLabel(placedOrders(mismatches.data?.pages ?? []).length, mismatches.hasNextPage),
    [pastDuePath]: countLabel(patientsPastDue(pastDue.data?.pages ?? []).length, pastDue.hasNextPage),
    "/clinic/money/disputes": countLabel(
      (disputes.data?.pages ?? []).flatMap(({ items }) => items).filter(isOpenDispute).length,
      disputes.hasNextPage,
    ),
  };
  const shown =
    tabs.find((tab) => path === tab.path || (tab.path === closingPath && path.startsWith(`${tab.path}/`))) ?? tabs[0];
  return (
    <Page title="Money">
      <Tabs
        label="Parts of money"
        current={shown?.path ?? ""}
        tabs={tabs.map(({ path: target, label }) => ({ path: target, label, count: counts[target] }))}
      />
      {shown?.content}
    </Page>
  );
}

/** Of what the list below has read; where there is a next page, there may be more. */
const countLabel = (count: number, hasMore: boolean): string => `${count}${hasMore ? "+" : ""}`;
