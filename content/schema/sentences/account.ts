export const accountSentences = {
  selfie_picture_only: [],
  identity_checked: [],
  check_birthday: [],
  state_follows_address: [],
  choose_state: [],
  device: ["browser", "system"],
  device_unknown: [],
} as const;
