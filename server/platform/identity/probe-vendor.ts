import type { ProbeResult } from "../outside/probe.ts";
import { vendorTable } from "./vendor-answers.ts";
import { askAboutNobody, type VendorSettings } from "./vendor-identity-check.ts";

const timeoutMs = 10_000;

/** Whether the vendor takes our token and reads our requests. */
export async function probeVendor(settings: VendorSettings): Promise<ProbeResult[]> {
  const { failed, code } = await askAboutNobody(settings, timeoutMs);
  const checked = `takes our token at ${new URL(settings.url).host}`;
  const problem = failed && { answer: failed, todo: vendorTable.rows[failed].practice, code };
  return [{ system: "identity_check", checked, problem }];
}
