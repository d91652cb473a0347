import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation, useSearch } from "wouter";
import { queryOf } from "#app/api/query.ts";
import { offersAsked } from "#app/growth/upsell/offers-asked.ts";
import { InsidePart } from "#app/router/inside-part.tsx";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { queryWithout } from "#app/router/query-without.ts";
import { Alert } from "#app/ui/alert.tsx";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment.ts";
import { linkCodeIn, linkCodeName } from "./link-code.ts";
import { surroundingsOf } from "./opening.ts";
import { opening } from "./opening-store.ts";
import css from "./review-host.module.css";

const { Part: ReviewModal, preload } = lazyRoute(() => import("./review-modal.tsx"));

/** Has the treatment review open when one waits (spec §4): by itself at home, elsewhere when she asks. It loads nothing more before. */
export function ReviewHost() {
  const { data: check, refetch } = useQuery(queryOf(followup.check, {}));
  const { open, shown, asked, nothing } = useSyncExternalStore(opening.subscribe, opening.get);
  const path = useLinkCode();
  const search = useSearch();
  const { asked: offer } = useSyncExternalStore(offersAsked.subscribe, offersAsked.get);
  const ready = useReady(check !== undefined && check.id !== null);
  const urgent = useUrgent();
  const around = (dialog: boolean) => surroundingsOf(path, search, { ready, dialog, offer: offer !== null, urgent });
  const { offered } = around(false);

  const found = useEffectEvent((known: typeof check, fresh: boolean) => {
    if (known) opening.found(known, around(isDialogOpen()), fresh);
  });
  useEffect(() => found(check, false), [check, path, offered, ready, urgent]);
  useEffect(() => {
    if (!asked || open) return;
    if (opening.isWaiting()) found(check, false);
    else void refetch({ cancelRefetch: true }).then((look) => found(look.data, true));
  }, [asked, open, check, refetch]);
  useEffect(() => opening.reset, []);

  return (
    <>
      {nothing && (
        <Alert className={css["notice"]} onDismiss={opening.dismiss}>
          No review is waiting for you now. If you have just done one, thank you.
        </Alert>
      )}
      {shown && (
        <InsidePart place={path}>
          <ReviewModal key={shown.id} waiting={shown} open={open} check={check} asked={asked !== null} />
        </InsidePart>
      )}
    </>
  );
}

const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

/** Whether home leads with something that needs her first; so long as home is not loaded, nobody knows. */
function useUrgent(): boolean {
  const { data, isError } = useQuery({ ...queryOf(treatment.full, {}), enabled: false });
  return data ? data.nextstep.asks : !isError;
}

/** Whether the review's own code has come, asked for once one is waiting. */
function useReady(waiting: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (waiting) void preload().then(setReady);
  }, [waiting]);
  return ready;
}

/** Takes the code of a mail's link out of home's address; the path she is on. */
function useLinkCode(): string {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const code = path === "/home" ? linkCodeIn(search) : null;
    if (code === null) return;
    opening.ask(code);
    navigate(path + queryWithout(search, linkCodeName), { replace: true });
  }, [path, search, navigate]);
  return path;
}
