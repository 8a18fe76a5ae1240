// Screens load on demand; on a busy machine that takes longer than the library's second.
require('@testing-library/react').configure({ asyncUtilTimeout: 10_000 });
