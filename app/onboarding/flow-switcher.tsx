import { useMutation, useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { shownText } from "#app/api/api-error.ts";
import { session } from "#app/api/session.ts";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { flowVariants, type FlowVariant } from "#contract/constants.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import css from "./flow-switcher.module.css";
import { useGoToHerStep } from "./queries.ts";

const options = flowVariants.map((value) => ({ value, label: value }));

/** The hidden panel of `?flow_switcher=true`: another variant for this visit (spec §2.3). */
export default function FlowSwitcher({ record }: { record: OnboardingRecord }) {
  const cache = useQueryClient();
  const goToHerStep = useGoToHerStep();
  const change = useMutation({
    mutationFn: (flow_variant: FlowVariant) => call(onboarding.overrideFlow, { body: { flow_variant } }),
    onSuccess: async (changed) => {
      session.keepRecord(changed);
      cache.clear();
      await goToHerStep();
      const { pathname, searchParams } = new URL(location.href);
      searchParams.set("flow_switcher", "true");
      if (pathname !== "/home") navigate(`${pathname}?${searchParams.toString()}`, { replace: true });
    },
  });
  return (
    <details className={css["panel"]} open>
      <summary>Flow variant: {record.flow_variant ?? "none"}</summary>
      <RadioCards
        label="Flow variant"
        hideLabel
        className={css["choices"]}
        options={options}
        value={change.isPending ? change.variables : record.flow_variant}
        error={change.error ? shownText(change.error) : undefined}
        onValueChange={(value) => change.mutate(value as FlowVariant)}
      />
    </details>
  );
}
