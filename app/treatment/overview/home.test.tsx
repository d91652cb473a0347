import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { queryKey } from "#app/api/query.ts";
import { profileCalls } from "#contract/account/profile.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { NextStep } from "#contract/treatment/next-step.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { aTreatment } from "../testing.ts";
import PlanPage from "../plan/plan-page.tsx";
import Home from "./home.tsx";

const step: NextStep = {
  kind: "under_way",
  title: "Your plan is under way",
  text: "What comes next.",
  action: null,
  needspatient: false,
  orderid: null,
};

/** What a page shows of a treatment, with or without the patient's account at hand. */
function shown(page: ReactNode, nextstep: NextStep, user: object | null): string {
  const cache = new QueryClient();
  cache.setQueryData(queryKey(treatment.overview, {}), aTreatment("none", { nextstep }));
  cache.setQueryData(queryKey(wellbeing.read, {}), { checkins: null, doses: [] });
  if (user) cache.setQueryData(queryKey(profileCalls.user, {}), user);
  return renderToStaticMarkup(
    <Router ssrPath="/home" ssrSearch="">
      <QueryClientProvider client={cache}>{page}</QueryClientProvider>
    </Router>,
  );
}
const paid = { firstname: "Ada", hasfailedtransaction: false };

test("what can be pressed waits for what may come above it: a failed payment is known with the account", () => {
  expect(shown(<Home />, step, null)).not.toContain("What comes next.");
  expect(shown(<Home />, step, paid)).toContain("What comes next.");
  expect(shown(<PlanPage />, step, null)).not.toContain("No plan yet");
  expect(shown(<PlanPage />, step, paid)).toContain("No plan yet");
});

test("a warning about a medicine waits for nothing", () => {
  const safety = { more: "", calls: [], athome: [] };
  const stopped = { ...step, title: "Please stop the patch", safety };
  expect(shown(<Home />, stopped, null)).toContain("Please stop the patch");
  expect(shown(<PlanPage />, stopped, null)).toContain("Please stop the patch");
});
