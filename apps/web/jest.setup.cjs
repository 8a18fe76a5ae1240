require('@testing-library/react').configure({
  // Screens load on demand; on a busy machine that takes longer than the library's second.
  asyncUtilTimeout: 10_000,
  // Nobody reads what stands behind the session's spinner.
  defaultIgnore: 'script, style, [hidden] *',
});
