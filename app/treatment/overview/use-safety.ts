import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { queryOf } from "#app/api/query.ts";
import { treatment } from "#contract/treatment.ts";

/** Pages whose panel comes before everything else. */
const pagesWithPanel: readonly string[] = ["/home", "/treatment"];

/**
 * Whether something the patient told speaks against a medicine: nothing is offered, asked or celebrated before it is read (decisions §9).
 * `leads`: this page's own panel says so, so that nothing stands above it; undefined until the page has loaded and it is known.
 */
export function useSafety(): { readonly told: boolean | undefined; readonly leads: boolean | undefined } {
  const [path] = useLocation();
  // Only what the pages have fetched: what stands around them asks for nothing.
  const { data, isError } = useQuery({ ...queryOf(treatment.full, {}), enabled: false });
  const pageHasPanel = pagesWithPanel.includes(path);
  const stopped = data ? data.nextstep.safety !== undefined : pageHasPanel && !isError ? undefined : false;
  return { told: stopped, leads: pageHasPanel ? stopped : false };
}
