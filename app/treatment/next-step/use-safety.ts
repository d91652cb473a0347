import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { queryOf } from "#app/api/query.ts";
import { treatment } from "#contract/treatment/calls.ts";

/** Pages that show the safety panel first. */
const pagesWithPanel: readonly string[] = ["/home", "/treatment"];

/**
 * Whether the patient reported something that makes a medicine unsafe: until they have read the warning, nothing is offered, asked or
 * celebrated (decisions §9). `leads`: this page shows the warning itself, so nothing may come before it. Both are undefined while such a
 * page is loading.
 */
export function useSafety(): { readonly stopped: boolean | undefined; readonly panelLeads: boolean | undefined } {
  const [path] = useLocation();
  // Reads only what the page has fetched: components around the page send no request of their own.
  const { data, isError } = useQuery({ ...queryOf(treatment.overview, {}), enabled: false });
  const pageHasPanel = pagesWithPanel.includes(path);
  const stopped = data ? data.nextstep.safety !== undefined : pageHasPanel && !isError ? undefined : false;
  return { stopped, panelLeads: pageHasPanel ? stopped : false };
}
