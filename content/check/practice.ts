import { flowVariants } from "#contract/constants.ts";
import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

/** Checks that states, tax rates, licences and flows are consistent. */
export function checkClinic({ states, taxrates, doctors, flows, questionnaire }: Checked): void {
  const ids = states.map((state) => state.id);
  const untaxed = ids.find((id) => !taxrates.rates[id]);
  if (untaxed) throw new ContentError("taxrates.yaml", `has no rates for ${untaxed}`);
  const taxed = Object.keys(taxrates.rates).find((id) => !ids.includes(id));
  if (taxed) throw new ContentError("taxrates.yaml", `names the unknown state ${taxed}`);
  for (const doctor of doctors) {
    const unknown = doctor.states.find((state) => !ids.includes(state));
    if (unknown) throw new ContentError("doctors.yaml", `${doctor.id} is licensed in the unknown state ${unknown}`);
  }
  const unlicensed = states.find(
    (state) => state.status === "served" && !doctors.some((doctor) => doctor.states.includes(state.id)),
  );
  if (unlicensed) throw new ContentError("doctors.yaml", `nobody is licensed in ${unlicensed.id}`);
  if (doctors.filter((doctor) => doctor.fixed).length !== 1)
    throw new ContentError("doctors.yaml", "needs exactly one fixed doctor");
  for (const flow of flows) {
    const missing = questionnaire.sections.find((section) => section.safety && !flow.steps.includes(section.step));
    if (missing)
      throw new ContentError("flows.yaml", `${flow.variant} leaves out step ${missing.step}, which safety needs`);
    const redesigned = (flowVariants as readonly string[]).includes(flow.variant);
    if (flow.theme === "redesign" && !redesigned)
      throw new ContentError("flows.yaml", `${flow.variant} is no variant of the redesign: its theme is classic`);
  }
}
