export const accountSentences = {
  selfie_picture_only: [],
  identity_checked: [],
  check_birthday: [],
  email_needs_password: [],
  state_follows_address: [],
  choose_state: [],
  device: ["browser", "system"],
  device_unknown: [],
} as const;
