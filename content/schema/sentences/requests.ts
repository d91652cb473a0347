export const requestsSentences = {
  start_again: [],
  reload: [],
  choose_file: [],
  check_field: [],
} as const;
