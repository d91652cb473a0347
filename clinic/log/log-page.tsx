import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { AddEntry } from "#clinic/care/log/add-entry.tsx";
import { AllEntries } from "#clinic/care/log/entry-list.tsx";
import { Page, Section } from "#clinic/ui/page.tsx";
import { logCalls } from "#contract/care/log.ts";

const aboutPractice = { patient: null };

/** What was logged, of all patients and of none: the file of complaints, of disclosures, of errors. What is chosen is in the address. */
export function LogPage() {
  const search = new URLSearchParams(useSearch());
  const kind = search.get("kind") ?? "";
  const open = search.get("state") === "open";
  const kinds = useQuery(queryOf(logCalls.logKinds, {})).data?.items ?? [];
  const show = (change: { kind?: string; open?: boolean }) => {
    const next = { kind, open, ...change };
    const query = new URLSearchParams({ ...(next.kind && { kind: next.kind }), ...(next.open && { state: "open" }) });
    navigate(`/clinic/log${query.size > 0 ? `?${query}` : ""}`, { replace: true });
  };
  return (
    <Page title="Log" actions={<AddEntry about={aboutPractice} />}>
      <Stack gap={4}>
        <Cluster gap={4}>
          <Select
            label="Kind"
            options={[{ value: "", label: "All" }, ...kinds.map(({ id, label }) => ({ value: id, label }))]}
            value={kinds.some(({ id }) => id === kind) ? kind : ""}
            onChange={({ target }) => show({ kind: target.value })}
          />
          <Checkbox label="Open ones only" checked={open} onChange={({ target }) => show({ open: target.checked })} />
        </Cluster>
        <Section title={kinds.find(({ id }) => id === kind)?.label ?? "All"}>
          <AllEntries kind={kind} open={open} />
        </Section>
      </Stack>
    </Page>
  );
}
