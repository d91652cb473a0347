import { useMutation, useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { session } from "#app/api/session/session.ts";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { flowVariants, type FlowVariant } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import css from "./flow-switcher.module.css";
import { useGoToCurrentStep } from "../flow/queries.ts";

const options = flowVariants.map((value) => ({ value, label: value }));

/** Hidden panel of `?flow_switcher=true` to change the visit's flow variant (spec §2.3). */
export default function FlowSwitcher({ record }: { record: OnboardingRecord }) {
  const cache = useQueryClient();
  const goToCurrentStep = useGoToCurrentStep();
  const switchFlow = useMutation({
    mutationFn: (flow_variant: FlowVariant) => call(onboarding.overrideFlow, { body: { flow_variant } }),
    onSuccess: async (changed) => {
      session.setRecord(changed);
      cache.clear();
      await goToCurrentStep();
      const { pathname, searchParams } = new URL(location.href);
      searchParams.set("flow_switcher", "true");
      if (pathname !== "/home") navigate(`${pathname}?${searchParams.toString()}`, { replace: true });
    },
  });
  return (
    <details className={css["panel"]} open>
      <summary>Flow variant: {record.flow_variant ?? "none"}</summary>
      <ChoiceCards
        label="Flow variant"
        hideLabel
        className={css["choices"]}
        options={options}
        value={switchFlow.isPending ? switchFlow.variables : record.flow_variant}
        error={switchFlow.error ? errorMessage(switchFlow.error) : undefined}
        onValueChange={(value) => switchFlow.mutate(value as FlowVariant)}
      />
    </details>
  );
}
