export const requestsSentences = {
  start_again: [],
  reload: [],
  choose_file: [],
} as const;
