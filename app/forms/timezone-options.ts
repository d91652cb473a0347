import { timeZoneName } from "#contract/fields/formats.ts";
import type { PatientTimezone } from "#contract/fields/timezone.ts";
import type { SelectOption } from "#app/ui/forms/select.tsx";

// oxlint-disable-next-line formats/made-once -- the device's zone changes on a journey
const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA name of the device's time zone; undefined where a browser doesn't tell one or tells one it can't name. */
export function deviceTimezone(): string | undefined {
  try {
    const zone = deviceZone();
    return timeZoneName(zone) === zone ? undefined : zone;
  } catch {
    return undefined;
  }
}

/**
 * What the form offers. It asks where there is something to ask: a zone was chosen before, the state has two, or the device is elsewhere. The device's is
 * chosen beforehand where it is one of the state's; a journey's is only offered.
 */
export function timezoneOptions(
  { id, name, choices }: PatientTimezone,
  device: string | undefined,
): { readonly asks: boolean; readonly chosen: string; readonly options: readonly SelectOption[] } {
  const here = device === undefined ? undefined : timeZoneName(device);
  const options = choices.map((choice) => ({ value: choice.id, label: choice.name }));
  const isOffered = (label: string) => options.some((option) => option.label === label);
  if (id !== null && !isOffered(name)) options.push({ value: id, label: name });
  if (device !== undefined && here !== undefined && !isOffered(here)) options.push({ value: device, label: here });
  const ofDevice = choices.find((choice) => choice.instate && choice.name === here);
  const chosen = id ?? ofDevice?.id ?? options.find((option) => option.label === name)?.value ?? "";
  const asks = id !== null || choices.filter(({ instate }) => instate).length > 1 || (here ?? name) !== name;
  return { asks: asks && chosen !== "", chosen, options };
}
