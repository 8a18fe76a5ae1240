import { config } from 'zod';

// Before the first schema is made: the validator would try whether it may write code at run time, and the content
// security policy answers that with a report.
config({ jitless: true });
