import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation, useSearch } from "wouter";
import { queryOf } from "#app/api/query.ts";
import { linkedUpsellState } from "#app/growth/upsell/linked-upsell.ts";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { withoutQueryParams } from "#app/browser/urls.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { followupCodeIn, followupCodeParam } from "#app/auth/login/path-after-login.ts";
import { openConditions, followupOpener } from "#app/followup/followup-opener.ts";
import css from "./followup-host.module.css";

const { Part: FollowupModal, preload } = lazyRoute(() => import("#app/followup/followup-modal.tsx"));

/**
 * Hosts the treatment review (spec §4): opens a pending one by itself on home, elsewhere on request. Loads its code only once one is
 * pending.
 */
export function FollowupHost() {
  const { data: check, refetch } = useQuery(queryOf(followup.check, {}));
  const { open, current, requested, nonePending } = useSyncExternalStore(followupOpener.subscribe, followupOpener.get);
  const path = useFollowupCodeFromUrl();
  const search = useSearch();
  const { linkedUpsell } = useSyncExternalStore(linkedUpsellState.subscribe, linkedUpsellState.get);
  const ready = useCodeLoaded(check !== undefined && check.id !== null);
  const somethingUrgent = useSomethingUrgent();
  const conditionsNow = (dialog: boolean) =>
    openConditions(path, search, { ready, dialog, upsellOpen: linkedUpsell !== null, somethingUrgent });
  const { upsellLinked } = conditionsNow(false);

  const onCheck = useEffectEvent((checkResult: typeof check, afterRequest: boolean) => {
    if (checkResult) followupOpener.found(checkResult, conditionsNow(isDialogOpen()), afterRequest);
  });
  useEffect(() => onCheck(check, false), [check, path, upsellLinked, ready, somethingUrgent]);
  useEffect(() => {
    if (!requested || open) return;
    if (followupOpener.isWaiting()) onCheck(check, false);
    else void refetch({ cancelRefetch: true }).then((refetched) => onCheck(refetched.data, true));
  }, [requested, open, check, refetch]);
  useEffect(() => followupOpener.reset, []);

  return (
    <>
      {nonePending && (
        <Alert className={css["notice"]} onDismiss={followupOpener.dismiss}>
          You don't have a review to do right now. If you just finished one, thank you.
        </Alert>
      )}
      {current && (
        <LazySection resetKey={path}>
          <FollowupModal
            key={current.id}
            pendingFollowup={current}
            open={open}
            check={check}
            requested={requested !== null}
          />
        </LazySection>
      )}
    </>
  );
}

const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

/** Whether home shows something more urgent; true while home has not loaded. */
function useSomethingUrgent(): boolean {
  const { data, isError } = useQuery({ ...queryOf(treatment.overview, {}), enabled: false });
  return data ? data.nextstep.needspatient && data.nextstep.kind !== "treatment_review" : !isError;
}

/** Whether the follow-up's code is loaded; requested once a follow-up is pending. */
function useCodeLoaded(waiting: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (waiting) void preload().then(setReady);
  }, [waiting]);
  return ready;
}

/** Takes the code of a mail's link out of home's URL; returns the current path. */
function useFollowupCodeFromUrl(): string {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const code = path === "/home" ? followupCodeIn(search) : null;
    if (code === null) return;
    followupOpener.ask(code);
    navigate(path + withoutQueryParams(search, followupCodeParam), { replace: true });
  }, [path, search, navigate]);
  return path;
}
