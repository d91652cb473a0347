export const requestsSentences = {
  start_again: [],
  reload: [],
  choose_file: [],
  choose_picture: [],
  check_field: [],
} as const;
