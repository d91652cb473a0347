export const prescriptionsSentences = {
  not_prescribed: ["name"],
  left_out_of_plan: ["name", "reason"],
  on_hold: ["name"],
  on_subscription: ["name"],
  no_refills: ["name"],
  quantity_too_high: ["days", "name", "quantity"],
  size_too_large: ["days", "name"],
  keep_one: ["days", "name"],
  too_early: ["name", "day"],
} as const;
