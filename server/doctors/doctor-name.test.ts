import { describe, expect, test } from "vitest";
import { doctorName } from "./doctor-name.ts";

describe("a prescriber is called what they are", () => {
  test.each([
    "MD",
    "MD, board-certified OB/GYN",
    "DO, board-certified in family medicine",
    "M.D., FACOG",
    "MD, PhD",
    "MBBS, board-certified in internal medicine",
    "MD, RN",
  ])("a doctor: %s", (credentials) => {
    expect(doctorName("Ada", "Hill", credentials)).toBe("Dr. Ada Hill");
  });

  test.each([
    "ND",
    "DC",
    "PhD",
    "PhD in nutrition",
    "Menopause specialist",
    "Board-certified OB/GYN",
    "NP",
    "FNP-C",
    "WHNP-BC, women's health",
    "DNP, APRN",
    "CRNP, family medicine",
    "MSN, CNM",
    "PA-C",
    "PA, women's health",
    "PhD, NP",
    "Certified nurse midwife",
    "Nurse Practitioner",
    "Physician Assistant",
    "PharmD",
    "RN, BSN",
  ])("not a doctor: %s", (credentials) => {
    expect(doctorName("Ada", "Hill", credentials)).toBe(`Ada Hill, ${credentials.split(",")[0]}`);
  });

  test("without credentials it’s the name alone", () => expect(doctorName("Ada", "Hill", "")).toBe("Ada Hill"));
});
